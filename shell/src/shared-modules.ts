// Modules shared among containers must be loaded by the shell; otherwise each micro-frontend bundles its own copy.
import 'web-kit/first-models';
import 'web-kit/formats';
import 'web-kit/model-cache';
import 'web-kit/next-live';
import 'web-kit/page-head';
import 'web-kit/visits';

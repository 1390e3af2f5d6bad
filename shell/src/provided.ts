// What the micro-frontends would otherwise each bring again: modules shared among containers are those that somebody loaded.
import 'web-kit/first-models';
import 'web-kit/formats';
import 'web-kit/model-cache';
import 'web-kit/page-head';

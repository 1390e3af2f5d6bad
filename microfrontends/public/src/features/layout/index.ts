export { LoadFailurePage } from './load-failure-page.tsx';
export { CenteredPage, Footer, HomeLink, LoadingPage, ModelNotFoundPage, TextPage } from './page-frame.tsx';
export { usePageStart } from './use-page-start.ts';

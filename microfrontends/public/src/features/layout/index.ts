export { CenteredPage, Footer, GuestRedirect, HomeLink, TextPage, LoadingPage } from './page-frame.tsx';
export { usePageStart } from './use-page-start.ts';

export { CenteredPage, Footer, GuestRedirect, HomeLink, TextPage, WaitingPage } from './page-frame.tsx';
export { usePageStart } from './use-page-start.ts';

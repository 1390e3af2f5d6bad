/** Leaves the application for a server endpoint that redirects, in place of this page, which would redirect again after "back". */
export const redirectTo = (address: string): void => window.location.replace(address);

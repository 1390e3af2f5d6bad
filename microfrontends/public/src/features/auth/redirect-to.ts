/** Leaves the application for a server endpoint that redirects. */
export const redirectTo = (address: string): void => window.location.assign(address);

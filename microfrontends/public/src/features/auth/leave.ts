/** Leaves the application for an address that the server answers with a redirect. */
export const leaveFor = (address: string): void => window.location.assign(address);

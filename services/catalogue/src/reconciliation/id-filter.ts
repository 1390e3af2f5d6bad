/** Returns the filter for a range of ids: lower bound exclusive, upper inclusive; an absent bound is open. */
export const idFilter = ({ after, to }: { after?: string | undefined; to?: string | undefined }) =>
  after === undefined && to === undefined
    ? {}
    : { _id: { ...(after !== undefined && { $gt: after }), ...(to !== undefined && { $lte: to }) } };

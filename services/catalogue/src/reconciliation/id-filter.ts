/** The documents of a range of ids: lower bound excluded, upper included, an absent bound open. */
export const idFilter = ({ after, to }: { after?: string | undefined; to?: string | undefined }) =>
  after === undefined && to === undefined
    ? {}
    : { _id: { ...(after !== undefined && { $gt: after }), ...(to !== undefined && { $lte: to }) } };

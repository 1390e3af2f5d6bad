import type { EventData } from 'contracts/events';

/** Returns the document path of the announced use of an asset. */
export const usePath = (assetId: string): string => `announced.uses.${assetId}`;

/** Returns the update that records the uses of assets that an event announces; its size is proportional to the event. */
export const announcement = ({ assets, assetChanges, contentCount }: EventData<'model.updated'>, revision: number) => {
  const { used, unused } = assetChanges ?? { used: assets ?? [], unused: [] };
  const uses = used.map(({ id, ...use }) => [id, use] as const);
  const contentAtRevision = { revision, contentCount };
  if (assets)
    return { set: { announced: { revision, uses: Object.fromEntries(uses), counted: contentAtRevision } }, unset: {} };
  return {
    set: {
      'announced.revision': revision,
      'announced.counted': contentAtRevision,
      ...Object.fromEntries(uses.map(([id, use]) => [usePath(id), use])),
    },
    unset: Object.fromEntries(unused.map((id) => [usePath(id), 1])),
  };
};

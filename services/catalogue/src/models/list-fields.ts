import { fold, wordsOf } from 'contracts/search';
import { isLiveAt, nextChange } from 'service-kit/live-window';
import type { LiveRule } from 'service-kit/live-window';
import { placeOrderOf } from './model-rank.ts';
import { liveRule } from './model-record.ts';
import type { LiveFields, ModelRecord } from './model-record.ts';
import type { ModelDocument } from './model.schema.ts';

/** Fields that the list fields are derived from. */
export type Listed = Pick<ModelRecord, 'name' | 'slug' | 'rank' | 'isFeatured'> & LiveFields;
type ListFields = Pick<
  ModelDocument,
  'foldedName' | 'searchWords' | 'placeOrder' | 'liveRule' | 'liveState' | 'nextTransitionAt' | 'wallOrder'
>;

/**
 * Returns what replicas of the former release read during a rolling update: the state at the last save, and when it changes next.
 * contract: nothing uses liveState, nextTransitionAt and wallOrder since this release; the next one drops them with their indexes.
 */
const formerFields = (rule: LiveRule, placeOrder: string, now: number) => {
  const next = nextChange(rule, now);
  const liveState = isLiveAt(rule, now);
  return {
    liveState,
    nextTransitionAt: next === null ? null : new Date(next),
    wallOrder: `${liveState ? 0 : 1} ${placeOrder}`,
  };
};

/** Returns the fields that lists search and sort by. */
export const listFields = ({ name, slug, ...model }: Listed, now: number): ListFields => {
  const rule = liveRule(model);
  const placeOrder = placeOrderOf(model);
  return {
    foldedName: fold(name),
    searchWords: wordsOf(`${name} ${slug}`),
    placeOrder,
    liveRule: rule,
    ...formerFields(rule, placeOrder, now),
  };
};

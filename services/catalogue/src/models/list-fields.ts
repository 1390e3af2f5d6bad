import { fold, wordsOf } from 'contracts/search';
import { isLiveAt, nextChange } from 'service-kit/live-window';
import type { LiveRule } from 'service-kit/live-window';
import { placeOrderOf } from './model-rank.ts';
import { liveRule } from './model-record.ts';
import type { LiveFields, ModelRecord } from './model-record.ts';
import type { ModelDocument } from './model.schema.ts';

/** Fields from which the list fields are derived. */
export type Listed = Pick<ModelRecord, 'name' | 'slug' | 'rank' | 'isFeatured'> & LiveFields;
type ListFields = Pick<
  ModelDocument,
  'foldedName' | 'searchWords' | 'placeOrder' | 'liveRule' | 'liveState' | 'nextTransitionAt' | 'wallOrder'
>;

/**
 * Returns the fields that replicas of the former release read during a rolling update: the state at the last save, and its next
 * change. contract: liveState, nextTransitionAt and wallOrder are unused since this release; the next one drops them with their
 * indexes.
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

/** Returns the fields by which lists are searched and sorted. */
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

import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import { failureText } from 'web-kit/api';

/** Requests sent at the same time. */
const AT_ONCE = 4;

/**
 * Calls `work` for each model, several at a time, and continues after a failure.
 * @param atOnce starts all calls at the same time, for a page that is being left, which aborts waiting calls
 */
export const forEachModel = async (
  models: readonly ModelView[],
  work: (model: ModelView) => Promise<unknown>,
  atOnce = AT_ONCE,
): Promise<{ failed: ModelView[]; reason: unknown }> => {
  const pending = [...models];
  const failed: ModelView[] = [];
  let reason: unknown = null;
  const run = async () => {
    for (let model = pending.shift(); model !== undefined; model = pending.shift()) {
      try {
        await work(model);
      } catch (error) {
        failed.push(model);
        reason = error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  return { failed, reason };
};

type FailureTexts = Parameters<typeof failureText>[1];

export const namesOf = (models: readonly ModelView[]): string => models.map(({ name }) => name).join(', ');

/** Returns the names of the models for which a call failed, and the last reason: added to the toast of the others. */
export const partialFailure = (failed: readonly ModelView[], reason: unknown, texts: FailureTexts) => ({
  tone: 'error' as const,
  text: `${namesOf(failed)}\u00a0: ${failureText(reason, texts)}`,
});

/** Returns the toast of a bulk change that failed for some or all models. */
export const failureToast = (failed: readonly ModelView[], reason: unknown, texts: FailureTexts) => ({
  title: TEXTS.error,
  ...partialFailure(failed, reason, texts),
});

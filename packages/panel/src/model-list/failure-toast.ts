import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import { failureText } from 'web-kit/api';

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

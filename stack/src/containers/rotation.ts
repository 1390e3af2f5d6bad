import { z } from 'zod';
import { newSecret, newSigningKey, newWebhookSecret } from '../secrets.ts';

/**
 * Steps of a rotation without a failed request, each rolled out to every replica before the next (docs/runbooks/rotate-secrets.md):
 * `add` creates a value that all accept and none uses; `use` moves the last value to the front, and reverts that when repeated;
 * `drop` removes all values but the first.
 */
export const ROTATION_STEPS = ['add', 'use', 'drop'] as const;
export type Step = (typeof ROTATION_STEPS)[number];

/** @throws when it is not a step */
export const stepOf = (text: string | undefined): Step => {
  const step = ROTATION_STEPS.find((name) => name === text);
  if (!step) throw new Error(`the step is one of: ${ROTATION_STEPS.join(', ')}`);
  return step;
};

const take = <Value>(values: readonly Value[], step: Step, create: () => Value): Value[] => {
  if (step === 'add' && values.length > 1) throw new Error('a rotation is under way: `use` and `drop` come first');
  if (step !== 'add' && values.length < 2) throw new Error(`there is no second value to ${step}: \`add\` comes first`);
  if (step === 'add') return [...values, create()];
  return step === 'use' ? [...values.slice(-1), ...values.slice(0, -1)] : values.slice(0, 1);
};

const jwk = z.looseObject({ kid: z.string() });
const keySet = z.object({ keys: z.array(jwk).min(1) });
const list = z.array(z.string()).min(1);
const partners = z.record(z.string(), z.union([z.string().transform((value) => [value]), list]));

/** Parses JSON. @throws without quoting the secret text, as JSON.parse would */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the value is not JSON');
  }
};

/** Formats one value as text, several as a list. */
const asText = (values: readonly string[]): string | readonly string[] =>
  values.length === 1 ? (values[0] ?? '') : values;

/** Rotates a private JWK, or a JWK Set whose first key signs. @throws when the step does not apply, without quoting the keys */
export const rotateSigningKey = (text: string, step: Step): string => {
  const keyOrKeySet = parseJson(text);
  const keys = keySet.safeParse(keyOrKeySet).data?.keys ?? [jwk.parse(keyOrKeySet)];
  const rotated = take(keys, step, () => jwk.parse(JSON.parse(newSigningKey())));
  return JSON.stringify(rotated.length === 1 ? rotated[0] : { keys: rotated });
};

/**
 * Rotates a secret, or a JSON list of secrets whose first is used.
 * @throws when the step does not apply, without quoting the secrets
 */
export const rotateSecret = (text: string, step: Step, create = newSecret): string => {
  const rotated = asText(take(text.startsWith('[') ? list.parse(parseJson(text)) : [text], step, create));
  return typeof rotated === 'string' ? rotated : JSON.stringify(rotated);
};

const rotateOfPartner = (text: string, step: Step, partner: string, create: () => string): string => {
  const keys = partners.parse(parseJson(text));
  const own = keys[partner];
  if (!own) throw new Error(`unknown partner; known: ${Object.keys(keys).join(', ')}`);
  return JSON.stringify({ ...keys, [partner]: asText(take(own, step, create)) });
};

/**
 * Rotates the key of one partner in POSTBACK_KEYS.
 * @throws when the step does not apply or the partner is unknown, without quoting the keys
 */
export const rotatePostbackKeys = (text: string, step: Step, partner: string): string =>
  rotateOfPartner(text, step, partner, newSecret);

/** Rotates the secret of one partner in WEBHOOK_SECRETS in the same way. */
export const rotateWebhookSecrets = (text: string, step: Step, partner: string): string =>
  rotateOfPartner(text, step, partner, newWebhookSecret);

import { z } from 'zod';
import { id } from './fields.ts';

const instant = z.iso.datetime();

/** Events that are reported to an affiliate's server; only "Envoyer un test" sends `test`. */
export const OUTGOING_EVENTS = ['registration', 'first_payment', 'renewal', 'refund'] as const;
const outgoingEvent = z.enum(OUTGOING_EVENTS, 'Évènement inconnu');
export type OutgoingEvent = z.output<typeof outgoingEvent>;
const deliveryEvent = z.enum([...OUTGOING_EVENTS, 'test']);
export type DeliveryEvent = z.output<typeof deliveryEvent>;

/** Macros of an address, with a description of each value (docs/domain.md#outgoing-postbacks). */
export const POSTBACK_MACROS = {
  event: 'type de l’évènement',
  event_id: 'identifiant unique de la notification',
  click_id: 'identifiant de clic (sub1)',
  pixel_id: 'pixel (sub5)',
  affiliate: 'slug de l’affilié',
  model: 'slug du modèle',
  transaction_id: 'identifiant du paiement',
  amount: 'montant, par exemple 2.00',
  currency: 'devise',
  payout: 'commission, par exemple 0.60',
  timestamp: 'heure de l’évènement, en secondes',
} as const;
export type PostbackMacro = keyof typeof POSTBACK_MACROS;

const MAX_TEMPLATE_LENGTH = 1_000;
const MACRO = /\{([^{}]*)\}/g;
const filled = (template: string, value: string) => template.replace(MACRO, value);

const addressOf = (template: string, value: string): URL | null => {
  const text = filled(template, value);
  return URL.canParse(text) ? new URL(text) : null;
};

/** Dot segments change the path, even when encoded (https://url.spec.whatwg.org/#double-dot-path-segment). */
const DOTS = /^\.+$/;
/** Replaces the macros of a template by URL-encoded values; values of dots alone, which visitors may send, become empty. */
export const fillTemplate = (template: string, values: Readonly<Record<PostbackMacro, string>>): string =>
  template.replace(MACRO, (_all, name: PostbackMacro) =>
    DOTS.test(values[name]) ? '' : encodeURIComponent(values[name].toWellFormed()),
  );

/** Returns the fault of a template, or null. The service decides whether its host may be called. */
const faultOf = (template: string): string | null => {
  const unknown = [...template.matchAll(MACRO)].find(([, name = '']) => !Object.hasOwn(POSTBACK_MACROS, name));
  if (unknown) return `Macro inconnue\u00a0: ${unknown[0].slice(0, 40)}`;
  const [one, other] = [addressOf(template, 'a'), addressOf(template, 'b')];
  // Two sets of values give the same origin only when the origin contains no macro.
  if (!one || !other || one.origin !== other.origin || one.origin === 'null') return 'URL invalide';
  if (one.username !== '' || one.password !== '' || one.hash !== '' || /[{}\s]/.test(filled(template, '')))
    return 'URL invalide';
  return one.protocol === 'https:' || one.protocol === 'http:' ? null : 'URL invalide';
};

export const postbackTemplate = z
  .string('URL invalide')
  .trim()
  .min(1, 'Indiquez une URL')
  .max(MAX_TEMPLATE_LENGTH, 'L’URL est trop longue')
  .superRefine((value, context) => {
    const message = faultOf(value);
    if (message) context.addIssue({ code: 'custom', message });
  });

const method = z.enum(['POST', 'GET'], 'Méthode inconnue');

/** Body of PUT /api/affiliates/{slug}/outgoing. */
export const outgoingSettings = z.object({
  url: postbackTemplate,
  method,
  events: z.array(outgoingEvent).max(OUTGOING_EVENTS.length),
  is_enabled: z.boolean('Valeur invalide'),
  /** Whether to replace the secret; the previous secret also signs for one day. */
  renews_secret: z.boolean('Valeur invalide').optional(),
});
export type OutgoingSettings = z.output<typeof outgoingSettings>;

const endpoint = z.object({
  url: z.string(),
  method,
  events: z.array(outgoingEvent),
  is_enabled: z.boolean(),
  /** Last characters of the secret, for recognition. */
  secret_hint: z.string(),
});
export type OutgoingEndpoint = z.infer<typeof endpoint>;

const attempt = z.object({
  number: z.number().int(),
  ended_at: instant,
  host: z.string(),
  /** HTTP status; null without a response. */
  status: z.number().int().nullable(),
  /** Cause of the failure; null after a success. */
  error: z.string().nullable(),
});
export type DeliveryAttempt = z.infer<typeof attempt>;
/** Maximum attempts in the log of one notification; more than three days of automatic retries need. */
export const MAX_LOGGED_ATTEMPTS = 50;

export const DELIVERY_STATES = ['waiting', 'delivered', 'abandoned'] as const;
/** One notification, without the values that it carried. */
export const outgoingDelivery = z.object({
  id,
  event: deliveryEvent,
  /** Host of the last attempt, without path and query. */
  host: z.string().nullable(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number().int(),
  /** Status of the last response; null without a response. */
  last_status: z.number().int().nullable(),
  last_error: z.string().nullable(),
  /** Oldest first; attempts that a crash interrupted are missing. */
  attempt_log: z.array(attempt),
  created_at: instant,
  /** null once the notification is delivered or abandoned. */
  next_attempt_at: instant.nullable(),
});
export type OutgoingDelivery = z.infer<typeof outgoingDelivery>;

export const outgoingPostbacks = z.object({
  endpoint: endpoint.nullable(),
  /** Page of notifications, newest first. */
  deliveries: z.array(outgoingDelivery),
  /** Value of `before` for the following page; null on the last page. */
  next: z.string().nullable(),
});
export type OutgoingPostbacks = z.infer<typeof outgoingPostbacks>;
export const outgoingQuery = z.object({
  /** `next` of the previous page: the id of its last notification. */
  before: z.uuid('Suite invalide').optional(),
});
export const savedEndpoint = z.object({
  endpoint,
  /** New secret, which is shown only once; else null. */
  secret: z.string().nullable(),
});

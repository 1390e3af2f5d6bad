import { z } from 'zod';
import { id } from './fields.ts';

const instant = z.iso.datetime();

/** Events that are reported to an affiliate's server; `test` is sent by "Envoyer un test" alone. */
export const OUTGOING_EVENTS = ['registration', 'first_payment', 'renewal', 'refund'] as const;
const outgoingEvent = z.enum(OUTGOING_EVENTS, 'Évènement inconnu');
export type OutgoingEvent = z.output<typeof outgoingEvent>;
const deliveryEvent = z.enum([...OUTGOING_EVENTS, 'test']);
export type DeliveryEvent = z.output<typeof deliveryEvent>;

/** Macros of an address with what replaces each (docs/domain.md#outgoing-postbacks). */
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

/** A segment of dots leads elsewhere in a path, encoded ones too (https://url.spec.whatwg.org/#double-dot-path-segment). */
const DOTS = /^\.+$/;
/** Replaces the macros of a template by their values, URL-encoded; dots alone, which visitors may send, are left out. */
export const fillTemplate = (template: string, values: Readonly<Record<PostbackMacro, string>>): string =>
  template.replace(MACRO, (_all, name: PostbackMacro) =>
    DOTS.test(values[name]) ? '' : encodeURIComponent(values[name].toWellFormed()),
  );

/** Returns the fault of a template, or null. Whether its host may be called is the service's to decide. */
const faultOf = (template: string): string | null => {
  const unknown = [...template.matchAll(MACRO)].find(([, name = '']) => !Object.hasOwn(POSTBACK_MACROS, name));
  if (unknown) return `Macro inconnue\u00a0: ${unknown[0].slice(0, 40)}`;
  const [one, other] = [addressOf(template, 'a'), addressOf(template, 'b')];
  // Two values lead to one origin only where no macro is part of it.
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
  /** Replaces the secret; the former one signs as well for a day. */
  renews_secret: z.boolean('Valeur invalide').optional(),
});
export type OutgoingSettings = z.output<typeof outgoingSettings>;

const endpoint = z.object({
  url: z.string(),
  method,
  events: z.array(outgoingEvent),
  is_enabled: z.boolean(),
  /** Last characters of the secret. */
  secret_hint: z.string(),
});
export type OutgoingEndpoint = z.infer<typeof endpoint>;

const attempt = z.object({
  number: z.number().int(),
  ended_at: instant,
  host: z.string(),
  /** null: no response came. */
  status: z.number().int().nullable(),
  /** null: it arrived. */
  error: z.string().nullable(),
});
export type DeliveryAttempt = z.infer<typeof attempt>;
/** Attempts in the log of one notification: more than three days have without a retry by hand. */
export const MAX_LOGGED_ATTEMPTS = 50;

export const DELIVERY_STATES = ['waiting', 'delivered', 'abandoned'] as const;
/** One notification: without the values that it carried. */
export const outgoingDelivery = z.object({
  id,
  event: deliveryEvent,
  /** Host of the last attempt: path and query are left out. */
  host: z.string().nullable(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number().int(),
  /** Status of the last response; null: none came. */
  last_status: z.number().int().nullable(),
  last_error: z.string().nullable(),
  /** The oldest first; without those that the process did not survive. */
  attempt_log: z.array(attempt),
  created_at: instant,
  /** null once it is delivered or abandoned. */
  next_attempt_at: instant.nullable(),
});
export type OutgoingDelivery = z.infer<typeof outgoingDelivery>;

export const outgoingPostbacks = z.object({
  endpoint: endpoint.nullable(),
  /** A page of them, the newest first. */
  deliveries: z.array(outgoingDelivery),
  /** `before` of the page after it; null at the end. */
  next: z.string().nullable(),
});
export type OutgoingPostbacks = z.infer<typeof outgoingPostbacks>;
export const outgoingQuery = z.object({
  /** `next` of the page before: the id of its last notification. */
  before: z.uuid('Suite invalide').optional(),
});
export const savedEndpoint = z.object({
  endpoint,
  /** Shown this once, where it is new. */
  secret: z.string().nullable(),
});

import { z } from 'zod';
import { ROLES } from './roles.ts';

/** Topic exchange of all events. */
export const EXCHANGE = 'platform';

/** Versions of events whose data changed incompatibly; all others are at 1. */
export const EVENT_VERSIONS: Readonly<Partial<Record<string, number>>> = { 'model.updated': 2 };
/** Returns the version with which an event is published. */
export const versionOf = (name: string, versions = EVENT_VERSIONS): number => versions[name] ?? 1;

/** Envelope of an event on the wire; the name may be that of an event of a later release. */
export const envelope = z.object({
  id: z.uuid(),
  name: z.string().min(1),
  version: z.number().int(),
  occurredAt: z.iso.datetime(),
  revision: z.number().int(),
  actor: z.object({ role: z.enum(ROLES), id: z.string().nullable() }),
  traceparent: z.string().optional(),
  data: z.unknown(),
});

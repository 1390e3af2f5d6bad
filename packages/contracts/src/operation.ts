import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { TokenRole } from './roles.ts';
import type { ServiceName } from './services.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call of the platform, declared once for its service, its clients and its document. */
export interface Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  id: string;
  service: ServiceName;
  method: Method;
  /** Express notation: /api/models/:slug */
  path: string;
  summary: string;
  /** Roles that may call it; absent: everybody. */
  roles?: readonly TokenRole[];
  /**
   * Whether an operation without roles verifies a token, which may give more. Absent: in a GET alone, so that an expired one
   * does not stop a login.
   */
  readsToken?: true;
  /**
   * Needs a password that was given within RECENT_LOGIN_SECONDS, else REAUTHENTICATION_REQUIRED: always, or where one of these
   * fields of the body changes (docs/sessions.md#recent-login).
   */
  recentLogin?: true | readonly string[];
  params?: Params;
  query?: Query;
  /** A JSON body. */
  body?: Body;
  /** Limit of the body where it may exceed the service's (service-kit/http). */
  maxBodyBytes?: number;
  /** The body is signed: its bytes are verified before they are parsed. */
  isSigned?: true;
  /** The multipart field of an upload. */
  file?: string;
  response: Output;
  /** Status of success; 200 when absent. */
  status?: 200 | 201 | 204;
  /**
   * A creation that may be retried: with the Idempotency-Key of an earlier request it returns that one's response
   * (docs/domain.md#retried-creations).
   */
  idempotent?: true;
  /** Condition of a 301 with a Location instead, and its target. */
  redirect?: string;
  errors: readonly ErrorCode[];
}

/** Declares an operation, keeping its exact types. */
export const operation = <
  const Params extends z.ZodType = z.ZodUndefined,
  const Query extends z.ZodType = z.ZodUndefined,
  const Body extends z.ZodType = z.ZodUndefined,
  const Output extends z.ZodType = z.ZodType,
>(
  declared: Operation<Params, Query, Body, Output>,
): Operation<Params, Query, Body, Output> => declared;

type Part<Key extends string, Schema extends z.ZodType | undefined, Type> = Schema extends z.ZodUndefined
  ? { [K in Key]?: undefined }
  : object extends Type
    ? { [K in Key]?: Type }
    : { [K in Key]: Type };

/** Input of a caller. */
export type CallInput<O> =
  O extends Operation<infer P, infer Q, infer B, z.ZodType>
    ? Part<'params', P, z.input<P>> & Part<'query', Q, z.input<Q>> & Part<'body', B, z.input<B>>
    : never;
/** Validated input of a handler. */
export type HandlerInput<O> =
  O extends Operation<infer P, infer Q, infer B, z.ZodType>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never;
export type CallResponse<O> = O extends Operation<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.output<A> : never;

import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { TokenRole } from './roles.ts';
import type { ServiceName } from './services.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call of the platform, declared once for its service, its clients and its API documentation. */
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
  /** Roles that may call the operation; absent: everyone. */
  roles?: readonly TokenRole[];
  /**
   * Whether an operation without roles verifies the token, which may grant more. Default: only for GET, so that an expired token
   * does not prevent a login.
   */
  readsToken?: true;
  /**
   * Whether the call needs a password entered within RECENT_LOGIN_SECONDS, else REAUTHENTICATION_REQUIRED: always, or when one of
   * these fields of the body changes (docs/sessions.md#recent-login).
   */
  recentLogin?: true | readonly string[];
  params?: Params;
  query?: Query;
  /** Schema of the JSON body. */
  body?: Body;
  /** Maximum size of the body, when it may exceed the service's limit (service-kit/http). */
  maxBodyBytes?: number;
  /** Whether the body is signed: its bytes are verified before parsing. */
  isSigned?: true;
  /** Multipart field of an upload. */
  file?: string;
  response: Output;
  /** Status of a successful response; default 200. */
  status?: 200 | 201 | 204;
  /**
   * Whether a creation may be retried: a repeated Idempotency-Key returns the response of the first request
   * (docs/domain.md#retried-creations).
   */
  idempotent?: true;
  /** Condition and target of a possible 301 response. */
  redirect?: string;
  errors: readonly ErrorCode[];
}

/** Declares an operation and preserves its exact types. */
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

/** Input that a caller passes. */
export type CallInput<O> =
  O extends Operation<infer P, infer Q, infer B, z.ZodType>
    ? Part<'params', P, z.input<P>> & Part<'query', Q, z.input<Q>> & Part<'body', B, z.input<B>>
    : never;
/** Validated input that a handler receives. */
export type HandlerInput<O> =
  O extends Operation<infer P, infer Q, infer B, z.ZodType>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never;
export type CallResponse<O> = O extends Operation<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.output<A> : never;

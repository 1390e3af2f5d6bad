import { z } from 'zod';
import { ERRORS } from './errors.ts';
import type { Operation } from './operation.ts';
import { withExamples } from './openapi-examples.ts';
import { operations } from './operations.ts';
import { RECENT_LOGIN_SECONDS } from './roles.ts';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return withExamples(json);
};

const parametersOf = (schema: z.ZodType | undefined, place: 'path' | 'query') => {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !field.safeParse(undefined).success,
    schema: schemaOf(field, 'input'),
  }));
};

/** draft-ietf-httpapi-idempotency-key-header-07. */
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 66 },
  description: 'A retry with the same key and body returns the first response for 24 hours.',
};

const bodyOf = ({ body, file }: Operation) => {
  if (file)
    return {
      required: true,
      content: {
        'multipart/form-data': {
          schema: { type: 'object', required: [file], properties: { [file]: { type: 'string', format: 'binary' } } },
        },
      },
    };
  return body ? { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } } : undefined;
};

/** Returns the details that the summary omits. */
const descriptionOf = ({ redirect, recentLogin }: Operation): { description?: string } => {
  const sentences = [
    ...(redirect === undefined ? [] : [`301: ${redirect}`]),
    ...(recentLogin === undefined
      ? []
      : [
          `Needs a login or a confirmed password of the last ${RECENT_LOGIN_SECONDS / 60} minutes${recentLogin === true ? '' : `, to change ${recentLogin.join(', ')}`}.`,
        ]),
  ];
  return sentences.length > 0 ? { description: sentences.join('\n\n') } : {};
};

const responsesOf = ({ response, status = 200, errors, roles, recentLogin, body, idempotent }: Operation) => {
  const codes = new Set([
    ...errors,
    ...(roles ? (['AUTHENTICATION_REQUIRED', 'SESSION_EXPIRED', 'FORBIDDEN'] as const) : []),
    ...(recentLogin ? (['REAUTHENTICATION_REQUIRED'] as const) : []),
    ...(idempotent ? (['IDEMPOTENCY_KEY_INVALID', 'IDEMPOTENCY_KEY_REUSED', 'REQUEST_IN_PROGRESS'] as const) : []),
    ...(body ? (['INVALID_JSON', 'BODY_TOO_LARGE'] as const) : []),
  ]);
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  return {
    [status]: {
      description: 'OK',
      content:
        response instanceof z.ZodUndefined ? {} : { 'application/json': { schema: schemaOf(response, 'output') } },
    },
    ...Object.fromEntries(
      [...byStatus].map(([errorStatus, errorCodes]) => [
        errorStatus,
        {
          description: errorCodes.map((code) => `${code}: ${ERRORS[code].text}`).join('\n\n'),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]),
    ),
  };
};

/**
 * Builds the OpenAPI 3.1 document of every call.
 * @param server address under which the calls are reached, e.g. https://example.org
 */
export const openApiDocument = (server: string) => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of Object.values(operations) as Operation[]) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[operation.method.toLowerCase()] = {
      operationId: operation.id,
      summary: operation.summary,
      ...descriptionOf(operation),
      tags: [operation.service],
      ...(operation.roles ? { security: [{ bearer: [] }], 'x-roles': operation.roles } : {}),
      ...(operation.recentLogin === undefined ? {} : { 'x-recent-login': operation.recentLogin }),
      parameters: [
        ...parametersOf(operation.params, 'path'),
        ...parametersOf(operation.query, 'query'),
        ...(operation.idempotent ? [IDEMPOTENCY_KEY] : []),
      ],
      requestBody: bodyOf(operation),
      responses: responsesOf(operation),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Coulisses',
      version: '1.0.0',
      description:
        'Every call of the platform. Errors carry a French sentence for the person, a code and the request’s id.',
    },
    servers: [{ url: server }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['error', 'code', 'requestId'],
          properties: {
            error: { type: 'string' },
            code: { type: 'string', enum: Object.keys(ERRORS) },
            requestId: { type: 'string' },
          },
        },
      },
    },
  };
};

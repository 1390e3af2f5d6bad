import type { ErrorBody } from 'contracts/errors';
import { ERRORS } from 'contracts/errors';
import type { Operation } from 'contracts/operation';
import { listAffiliates } from 'contracts/operations/affiliates';
import { getModel, listModels } from 'contracts/operations/models';
import { getResumableUpload } from 'contracts/operations/uploads';
import { requestOf } from '../platform/calls.ts';
import type { HttpClient } from '../platform/http-client.ts';
import { ABSENT_ID } from '../platform/names.ts';
import { CALLERS, OWNERSHIPS } from './access-fixtures.ts';
import type { CallerRole, AccessFixtures, Objects, Ownership } from './access-fixtures.ts';
import { EXPECTATIONS } from './expectations.ts';
import type { Expectation, Expected, Outcome, Subject } from './expectations.ts';

/** Returns the expectation of an operation. @throws without one */
export const expectationOf = ({ id }: Operation): Expectation => {
  const expectation = (EXPECTATIONS as Readonly<Record<string, Expectation>>)[id];
  if (!expectation)
    throw new Error(
      `The operation ${id} has no expectation: add a row for it to EXPECTATIONS in security-tests/src/access/expectations.ts`,
    );
  return expectation;
};

const HAS_OWN: Readonly<Record<Subject, readonly CallerRole[]>> = {
  nothing: [],
  affiliate: ['affiliate', 'administrator'],
  content: ['affiliate', 'administrator'],
  session: ['subscriber', 'paidSubscriber', 'affiliate', 'administrator'],
  account: ['subscriber', 'paidSubscriber'],
  reset: ['visitor', 'subscriber', 'paidSubscriber', 'affiliate', 'administrator', 'partner'],
  postback: [],
};

/** Returns the ownerships that a caller tries an operation on; only `own` for an operation without an object. */
export const ownershipsOf = (caller: CallerRole, { path }: Operation, { about }: Expectation): readonly Ownership[] => {
  if (about === 'nothing') return ['own'];
  if (about === 'reset') return ['own', 'absent'];
  return OWNERSHIPS.filter((ownership) => {
    if (ownership === 'own') return HAS_OWN[about].includes(caller);
    if (ownership === 'mixed') return caller === 'affiliate' && /^\/api\/affiliates\/:slug\/\w+\/:id/.test(path);
    return true;
  });
};

/** Returns values for the path parameters. @throws when one is unknown */
const paramsOf = (
  { id, path }: Operation,
  { affiliate, model, filename, uploadId, sessionId, resetToken, postbackId }: Objects,
): Record<string, string> => {
  const ofAffiliate = path.startsWith('/api/affiliates/');
  const ids: readonly (readonly [RegExp, string])[] = [
    [/\/sessions\/:id/, sessionId],
    [/\/models\/:id/, model.id],
    [/^\/api\/affiliates\/id\/:id/, affiliate.id],
    [/^\/api\/payouts\/terms\/:id/, affiliate.id],
    [/^\/api\/payouts\/(?:batches|statements)\/:id/, ABSENT_ID],
    [/\/resumable\/:id/, uploadId],
    [/\/outgoing\/:id/, ABSENT_ID],
    [/\/postbacks\/:id/, postbackId],
    [/\/factors\/:id/, ABSENT_ID],
    // Only this list reveals ids of subscribers.
    [/\/subscribers\/:id/, ABSENT_ID],
    [/\/devices\/:id/, ABSENT_ID],
  ];
  const known: Readonly<Record<string, string | undefined>> = {
    id: ids.find(([pattern]) => pattern.test(path))?.[1],
    slug: ofAffiliate ? affiliate.slug : model.slug,
    modelSlug: model.slug,
    filename,
    fileType: 'photos',
    // No model of the run has been saved that often.
    edition: '1000',
    token: resetToken,
    partner: 'sandbox',
  };
  return Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
      const value = known[name];
      if (value === undefined)
        throw new Error(
          `The parameter ${name} of ${id} has no value: add it to paramsOf in security-tests/src/access/matrix.ts`,
        );
      return [name, value];
    }),
  );
};

interface Cell {
  caller: CallerRole;
  ownership: Ownership;
  expected: Outcome | undefined;
}

export const outcomeFor = (expected: Expected, ownership: Ownership): Outcome | undefined =>
  typeof expected === 'string' ? expected : expected[ownership];
export const isSuccess = (outcome: Outcome | undefined): boolean => outcome === 'ok' || outcome === 'private';
const cellsOf = (callers: readonly CallerRole[], operation: Operation, expectation: Expectation): Cell[] =>
  callers.flatMap((caller) =>
    ownershipsOf(caller, operation, expectation).map((ownership) => ({
      caller,
      ownership,
      expected: outcomeFor(expectation.expected[caller], ownership),
    })),
  );

/** Outcomes that a test compares, by "caller, object". */
export type Outcomes = Readonly<Record<string, string | undefined>>;
const keyOf = ({ caller, ownership }: Cell, { about }: Expectation): string =>
  about === 'nothing' ? caller : `${caller}, ${ownership}`;

export interface OperationResult {
  expected: Outcomes;
  observed: Outcomes;
  /** State of the objects of others, before and after the denied calls. */
  before: unknown;
  after: unknown;
}

/** Creates the calls of operations as every role on every object. */
export const createMatrix = (fixtures: AccessFixtures, { send }: Pick<HttpClient, 'send'>) => {
  let addresses = 0;
  /** Returns a new address for each call, as failures are limited by address. */
  const nextAddress = () => `127.0.${4 + Math.floor((addresses += 1) / 250)}.${(addresses % 250) + 1}`;

  const snapshot = async () => {
    const token = fixtures.administratorToken();
    const { affiliates, models, uploads } = fixtures.watched();
    const all = (await fixtures.call(listModels, { token })).response;
    return {
      affiliates: (await fixtures.call(listAffiliates, { token })).response.filter(({ id }) => affiliates.includes(id)),
      // is_live follows the schedule.
      models: await Promise.all(
        models.map(async ({ slug }) => ({
          ...(await fixtures.call(getModel, { token, params: { slug } })).response,
          is_live: null,
        })),
      ),
      modelIds: all.map(({ id }) => id),
      uploads: await Promise.all(
        uploads.map(
          async ({ id, token: owner }) =>
            (await fixtures.call(getResumableUpload, { token: owner, params: { id } })).response,
        ),
      ),
    };
  };

  const outcomeOf = async (
    operation: Operation,
    expectation: Expectation,
    { caller, ownership }: Cell,
  ): Promise<string> => {
    const objects =
      expectation.about === 'account'
        ? await fixtures.credentials(caller, ownership)
        : { ...fixtures.objects(caller, ownership) };
    if (expectation.about === 'reset' && ownership === 'own') objects.resetToken = await fixtures.resetToken();
    const { status, text, headers } = await send({
      ...requestOf(operation, {
        token: fixtures.tokenOf(caller),
        params: paramsOf(operation, objects),
        ...expectation.parts?.(objects, caller),
      }),
      localAddress: nextAddress(),
    });
    if (status >= 400) {
      const { code, error, requestId, ...more } = JSON.parse(text) as ErrorBody;
      if (ERRORS[code].status !== status || error === '' || requestId === '' || Object.keys(more).length > 0)
        return `malformed error ${text}`;
      return code;
    }
    const response: unknown =
      text === '' ? undefined : headers['content-type']?.startsWith('application/json') ? JSON.parse(text) : text;
    if (!operation.response.safeParse(response).success) return `a response against its schema: ${text}`;
    return objects.marker !== '' && text.includes(objects.marker) ? 'private' : 'ok';
  };

  return async (operation: Operation): Promise<OperationResult> => {
    const expectation = expectationOf(operation);
    const cells = cellsOf(CALLERS, operation, expectation);
    const [allowed, denied] = [
      cells.filter(({ expected }) => isSuccess(expected)),
      cells.filter(({ expected }) => !isSuccess(expected)),
    ];
    const observed: Record<string, string> = {};
    const observe = async (cell: Cell) =>
      void (observed[keyOf(cell, expectation)] = await outcomeOf(operation, expectation, cell));
    const before = await snapshot();
    await Promise.all(denied.map(observe));
    const after = await snapshot();
    for (const cell of allowed) await observe(cell);
    if (expectation.endsSessions) await fixtures.reopen();
    if (expectation.deletes) await fixtures.refurnish();
    return {
      expected: Object.fromEntries(cells.map((cell) => [keyOf(cell, expectation), cell.expected])),
      observed,
      before,
      after,
    };
  };
};

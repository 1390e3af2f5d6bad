import { check } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { accounts, get, json, runId, send, sendFile } from '../site.ts';

/** Shorter than the 10 minutes after a login within which a model may be deleted, and than the token's 15 minutes. */
const TOKEN_USE_MS = 8 * 60_000;
const PICTURE = open('../../../stack/pictures/photo-idris-2.webp', 'b');
const affiliate = accounts?.affiliates[0] ?? null;

let session: { token: string; since: number } | null = null;

const logIn = (): string | null => {
  if (!affiliate) return null;
  if (session && Date.now() - session.since < TOKEN_USE_MS) return session.token;
  const response = send(
    'POST',
    `/api/affiliates/${affiliate.slug}/verify`,
    { password: affiliate.password },
    { kind: 'login', name: '/api/affiliates/{slug}/verify' },
  );
  if (!check(response, { 'the affiliate logs in': ({ status }) => status === 200 })) return null;
  session = { token: json<{ token: string }>(response).token, since: Date.now() };
  return session.token;
};

const modelSlug = `charge-${runId}`;
/** Model that setup creates for all virtual users. */
export interface RunModel {
  id: string;
}

/** Creates a model for this run, so that no existing data is changed. */
export const createRunModel = (): RunModel | null => {
  const token = logIn();
  if (!token || !affiliate) return null;
  const response = send(
    'POST',
    `/api/affiliates/${affiliate.slug}/models`,
    { name: `Charge ${runId}`, slug: modelSlug },
    { kind: 'write', name: '/api/affiliates/{slug}/models', token },
  );
  return check(response, { 'the run has a model of its own': ({ status }) => status === 201 })
    ? json<RunModel>(response)
    : null;
};

export const deleteRunModel = ({ id }: RunModel): void => {
  const token = logIn();
  if (!token || !affiliate) return;
  const response = send('DELETE', `/api/affiliates/${affiliate.slug}/models/${id}`, null, {
    kind: 'write',
    name: '/api/affiliates/{slug}/models/{id}',
    token,
  });
  check(response, { 'the run leaves no model behind': ({ status }) => status === 200 });
};

/** Opens the panel, and saves a text. */
export const workInPanel = (model: RunModel | null): void => {
  const token = logIn();
  if (!token || !affiliate || !model) return;
  const models = get(`/api/affiliates/${affiliate.slug}/models`, {
    kind: 'read',
    name: '/api/affiliates/{slug}/models',
    token,
  });
  check(models, { 'the panel shows its models': ({ status }) => status === 200 });
  const bio = `Essai de charge, tour ${exec.vu.iterationInInstance} de ${exec.vu.idInTest}.`;
  const saved = send(
    'PUT',
    `/api/affiliates/${affiliate.slug}/models/${model.id}`,
    { bio },
    { kind: 'write', name: '/api/affiliates/{slug}/models/{id}', token },
  );
  check(saved, { 'the model is saved': ({ status }) => status === 200 });
};

/** Uploads a photo; it is deleted with the run's model. */
export const upload = (model: RunModel | null): void => {
  const token = logIn();
  if (!token || !model) return;
  const response = sendFile(`/api/upload/photos/${modelSlug}`, 'file', http.file(PICTURE, 'photo.webp', 'image/webp'), {
    kind: 'upload',
    name: '/api/upload/photos/{slug}',
    token,
  });
  check(response, { 'the photo is taken': ({ status }) => status === 201 });
};

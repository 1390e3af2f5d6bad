import { randomUUID } from 'node:crypto';
import type { ErrorCode } from 'contracts/errors';
import type { OperationId } from 'contracts/operations';
import { formOf, resumableHeaders } from '../platform/uploader-fixtures.ts';
import type { CallParts } from '../platform/calls.ts';
import { newEmail, newName } from '../platform/names.ts';
import { signatureOf } from '../platform/webhook-signature.ts';
import { CALLERS } from './access-fixtures.ts';
import type { CallerRole, Objects, Ownership } from './access-fixtures.ts';

/** `private`: success with private fields of the object in the response. */
export type Outcome = 'ok' | 'private' | ErrorCode;
/** One outcome for every object, or one for each ownership. */
export type Expected = Outcome | Readonly<Partial<Record<Ownership, Outcome>>>;

/** Kind of object that an operation acts on; it decides which objects a caller has. `content`: a model or its files. */
export type Subject = 'nothing' | 'affiliate' | 'content' | 'session' | 'account' | 'reset' | 'postback';

export interface Expectation {
  about: Subject;
  /** Parts of the request besides path parameters: valid input, which is accepted from an authorised caller. */
  parts?: (objects: Objects, caller: CallerRole) => CallParts;
  /** Success ends sessions (a login does so when it exceeds their number): all callers are logged in again afterwards. */
  endsSessions?: true;
  /** Success deletes models or files: new ones are created afterwards. */
  deletes?: true;
  expected: Readonly<Record<CallerRole, Expected>>;
}

const everybody = (expected: Expected, more: Partial<Record<CallerRole, Expected>> = {}) => ({
  ...(Object.fromEntries(CALLERS.map((caller) => [caller, expected])) as Record<CallerRole, Expected>),
  ...more,
});
/** Expectations of calls that declare roles. A service without calls for affiliates does not accept their tokens. */
const only = (allowed: Partial<Record<CallerRole, Expected>>) =>
  everybody('FORBIDDEN', { visitor: 'AUTHENTICATION_REQUIRED', partner: 'SESSION_EXPIRED', ...allowed });
/** Expectations of reads without roles: an invalid token is rejected, although none is required. */
const readable = (expected: Expected, more: Partial<Record<CallerRole, Expected>> = {}) =>
  everybody(expected, { partner: 'SESSION_EXPIRED', ...more });
const subscribers = (expected: Expected) => ({ subscriber: expected, paidSubscriber: expected });
const AFFILIATE_UNKNOWN = { affiliate: 'SESSION_EXPIRED' } as const;
const SESSION = { own: 'ok', other: 'SESSION_NOT_FOUND', absent: 'SESSION_NOT_FOUND' } as const;
/** Any existing model can be marked. */
const MARKED = { other: 'ok', absent: 'MODEL_NOT_FOUND' } as const;
/** Calls below /api/affiliates/:slug, for that affiliate only. */
const ITSELF = { own: 'ok', other: 'FORBIDDEN', absent: 'AFFILIATE_NOT_FOUND' } as const;

const json =
  (write: (objects: Objects) => unknown) =>
  (objects: Objects): CallParts => ({ body: write(objects) });
const upload = (field: string) => (): CallParts => formOf(field, Buffer.from('no picture'));
const tusPart = (): CallParts => ({
  headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  content: 'part',
});
const cookie = ({ refreshCookie }: Objects): CallParts => ({ headers: { cookie: refreshCookie } });

const proof = (): CallParts => ({ body: { challenge: 'a'.repeat(43), proof: { method: 'totp', code: '123456' } } });
const factor = (): CallParts => ({
  body: { challenge: 'a'.repeat(43), factor: { method: 'totp', name: 'Téléphone', code: '123456' } },
});

/** Authorised uploads are rejected for their content; a new model's files are uploaded before the model is saved. */
const UPLOAD = only({
  affiliate: { own: 'INVALID_FILE_TYPE', other: 'FORBIDDEN', absent: 'INVALID_FILE_TYPE' },
  administrator: 'INVALID_FILE_TYPE',
});
const SENT_UPLOAD = only({
  affiliate: { own: 'ok', other: 'FORBIDDEN', absent: 'FILE_NOT_FOUND' },
  administrator: { own: 'ok', other: 'FORBIDDEN', absent: 'FILE_NOT_FOUND' },
});
const FILE = only({
  affiliate: { own: 'ok', other: 'FORBIDDEN', absent: 'FILE_NOT_FOUND' },
  administrator: { own: 'ok', other: 'ok', absent: 'FILE_NOT_FOUND' },
});

/** Outcome of each call by caller and owner of the object. An operation without a row fails the type check and the run. */
export const EXPECTATIONS = {
  // Accounts. `own`: the right password; `other`: another's address with a wrong one; `absent`: an unknown address.
  register: {
    about: 'account',
    parts: json(({ email, model }) => ({
      email,
      password: 'un-bon-mot-de-passe',
      firstName: 'Noé',
      lastName: 'Petit',
      modelSlug: model.slug,
    })),
    expected: everybody({ own: 'EMAIL_TAKEN', other: 'EMAIL_TAKEN', absent: 'ok' }),
  },
  login: {
    about: 'account',
    parts: json(({ email, password }) => ({ email, password })),
    endsSessions: true,
    expected: everybody({ own: 'ok', other: 'BAD_CREDENTIALS', absent: 'BAD_CREDENTIALS' }),
  },
  forgotPassword: { about: 'account', parts: json(({ email }) => ({ email })), expected: everybody('ok') },
  verifyResetToken: { about: 'reset', expected: readable('ok', AFFILIATE_UNKNOWN) },
  resetPassword: {
    about: 'reset',
    parts: json(({ resetToken }) => ({ token: resetToken, newPassword: 'un-bon-mot-de-passe' })),
    endsSessions: true,
    expected: everybody({ own: 'ok', absent: 'RESET_TOKEN_INVALID' }),
  },
  refreshSubscriber: {
    about: 'nothing',
    parts: cookie,
    endsSessions: true,
    expected: everybody('SESSION_EXPIRED', subscribers('ok')),
  },
  changeProfile: {
    about: 'nothing',
    parts: json(() => ({ firstName: 'Noé' })),
    expected: only({ ...subscribers('ok'), ...AFFILIATE_UNKNOWN }),
  },
  requestEmailChange: {
    about: 'account',
    parts: json(({ password }) => ({ newEmail: newEmail(), currentPassword: password })),
    expected: only({
      ...subscribers({ own: 'ok', other: 'WRONG_PASSWORD', absent: 'WRONG_PASSWORD' }),
      ...AFFILIATE_UNKNOWN,
    }),
  },
  // Success needs the token in the mail: services/identity/test/email-change.test.ts.
  confirmEmail: {
    about: 'nothing',
    parts: json(() => ({ token: 'absent' })),
    expected: everybody('EMAIL_LINK_INVALID'),
  },
  getReminder: { about: 'nothing', expected: only({ ...subscribers('ok'), ...AFFILIATE_UNKNOWN }) },
  requestReminder: { about: 'nothing', expected: only({ ...subscribers('ok'), ...AFFILIATE_UNKNOWN }) },
  readAdConsent: { about: 'nothing', expected: only({ ...subscribers('ok'), ...AFFILIATE_UNKNOWN }) },
  changeAdConsent: {
    about: 'nothing',
    parts: json(() => ({ granted: true })),
    expected: only({ ...subscribers('ok'), ...AFFILIATE_UNKNOWN }),
  },
  // An unknown link gets the same response as a known one.
  stopReminder: {
    about: 'nothing',
    parts: json(() => ({ token: 'absent' })),
    expected: everybody('ok'),
  },
  verifyAdministrator: {
    about: 'nothing',
    parts: json(({ password }) => ({ password })),
    endsSessions: true,
    expected: everybody('WRONG_PASSWORD', { administrator: 'ok' }),
  },
  refreshAdministrator: {
    about: 'nothing',
    parts: cookie,
    endsSessions: true,
    expected: everybody('SESSION_EXPIRED', { administrator: 'ok' }),
  },

  logoutSubscriber: { about: 'nothing', endsSessions: true, expected: everybody('ok') },
  listSubscriberSessions: { about: 'nothing', expected: only({ ...subscribers('ok'), ...AFFILIATE_UNKNOWN }) },
  endSubscriberSession: {
    about: 'session',
    endsSessions: true,
    expected: only({ ...subscribers(SESSION), ...AFFILIATE_UNKNOWN }),
  },
  endSubscriberSessions: {
    about: 'nothing',
    endsSessions: true,
    expected: only({ ...subscribers('ok'), ...AFFILIATE_UNKNOWN }),
  },
  changePassword: {
    about: 'account',
    parts: json(({ password }) => ({ currentPassword: password, newPassword: password })),
    endsSessions: true,
    expected: only({
      ...subscribers({ own: 'ok', other: 'WRONG_PASSWORD', absent: 'WRONG_PASSWORD' }),
      ...AFFILIATE_UNKNOWN,
    }),
  },
  // With the right password the account would be deleted (services/identity/test/account-deletion.test.ts).
  deleteAccount: {
    about: 'nothing',
    parts: json(() => ({ password: 'not-the-password' })),
    expected: only({ ...subscribers('WRONG_PASSWORD'), ...AFFILIATE_UNKNOWN }),
  },
  exportIdentityData: { about: 'nothing', expected: only({ ...subscribers('ok'), ...AFFILIATE_UNKNOWN }) },
  exportBillingData: { about: 'nothing', expected: only({ ...subscribers('ok'), ...AFFILIATE_UNKNOWN }) },
  exportCatalogueData: { about: 'nothing', expected: only(subscribers('ok')) },
  exportAffiliateData: { about: 'nothing', expected: only(subscribers('ok')) },
  exportMediaData: { about: 'nothing', expected: only(subscribers('ok')) },
  logoutAdministrator: { about: 'nothing', endsSessions: true, expected: everybody('ok') },
  listAdministratorSessions: { about: 'nothing', expected: only({ administrator: 'ok', ...AFFILIATE_UNKNOWN }) },
  endAdministratorSession: {
    about: 'session',
    endsSessions: true,
    expected: only({ administrator: SESSION, ...AFFILIATE_UNKNOWN }),
  },
  endAdministratorSessions: {
    about: 'nothing',
    endsSessions: true,
    expected: only({ administrator: 'ok', ...AFFILIATE_UNKNOWN }),
  },
  logoutAffiliate: { about: 'affiliate', endsSessions: true, expected: everybody('ok') },
  listAffiliateSessions: { about: 'affiliate', expected: only({ affiliate: ITSELF }) },
  endAffiliateSession: {
    about: 'session',
    endsSessions: true,
    expected: only({
      affiliate: { own: 'ok', mixed: 'SESSION_NOT_FOUND', other: 'FORBIDDEN', absent: 'AFFILIATE_NOT_FOUND' },
    }),
  },
  endAffiliateSessions: { about: 'affiliate', endsSessions: true, expected: only({ affiliate: ITSELF }) },
  changeAffiliatePassword: {
    about: 'affiliate',
    parts: json(({ password }) => ({ currentPassword: password, newPassword: password })),
    endsSessions: true,
    expected: only({ affiliate: ITSELF }),
  },

  // Second factors: none of these accounts has one, and the code and the challenge are wrong.
  verifyAdministratorSecondFactor: { about: 'nothing', parts: proof, expected: everybody('CHALLENGE_EXPIRED') },
  enrolAdministrator: { about: 'nothing', parts: factor, expected: everybody('CHALLENGE_EXPIRED') },
  getAdministratorSecondFactor: { about: 'nothing', expected: only({ administrator: 'ok', ...AFFILIATE_UNKNOWN }) },
  beginAdministratorEnrolment: { about: 'nothing', expected: only({ administrator: 'ok', ...AFFILIATE_UNKNOWN }) },
  addAdministratorFactor: {
    about: 'nothing',
    parts: factor,
    expected: only({ administrator: 'CHALLENGE_EXPIRED', ...AFFILIATE_UNKNOWN }),
  },
  removeAdministratorFactor: {
    about: 'nothing',
    expected: only({ administrator: 'SECOND_FACTOR_NOT_FOUND', ...AFFILIATE_UNKNOWN }),
  },
  renewAdministratorRecoveryCodes: {
    about: 'nothing',
    expected: only({ administrator: 'SECOND_FACTOR_NOT_FOUND', ...AFFILIATE_UNKNOWN }),
  },
  reauthenticateAdministrator: {
    about: 'nothing',
    parts: json(({ password }) => ({ password })),
    expected: only({ administrator: 'ok', ...AFFILIATE_UNKNOWN }),
  },
  verifyAffiliateSecondFactor: {
    about: 'affiliate',
    parts: proof,
    expected: everybody({ own: 'CHALLENGE_EXPIRED', other: 'CHALLENGE_EXPIRED', absent: 'AFFILIATE_NOT_FOUND' }),
  },
  getAffiliateSecondFactor: { about: 'affiliate', expected: only({ affiliate: ITSELF }) },
  beginAffiliateEnrolment: { about: 'affiliate', expected: only({ affiliate: ITSELF }) },
  addAffiliateFactor: {
    about: 'affiliate',
    parts: factor,
    expected: only({ affiliate: { ...ITSELF, own: 'CHALLENGE_EXPIRED' } }),
  },
  removeAffiliateFactor: {
    about: 'affiliate',
    expected: only({ affiliate: { ...ITSELF, own: 'SECOND_FACTOR_NOT_FOUND', mixed: 'SECOND_FACTOR_NOT_FOUND' } }),
  },
  renewAffiliateRecoveryCodes: {
    about: 'affiliate',
    expected: only({ affiliate: { ...ITSELF, own: 'SECOND_FACTOR_NOT_FOUND' } }),
  },
  reauthenticateAffiliate: {
    about: 'affiliate',
    parts: json(({ password }) => ({ password })),
    expected: only({ affiliate: ITSELF }),
  },

  // Affiliates. The administrator's `own` affiliate has no models.
  listAffiliates: {
    about: 'affiliate',
    expected: only({ administrator: { own: 'private', other: 'private', absent: 'ok' } }),
  },
  createAffiliate: {
    about: 'nothing',
    parts: json(() => ({
      name: '',
      slug: newName('affilie'),
      custom_password: 'un-bon-mot-de-passe',
      adexico_base_url: 'https://example.org',
    })),
    expected: only({ administrator: 'AFFILIATE_FIELDS_REQUIRED' }),
  },
  updateAffiliate: {
    about: 'affiliate',
    parts: json(() => ({ name: 'Affilié' })),
    expected: only({ administrator: { own: 'private', other: 'private', absent: 'AFFILIATE_NOT_FOUND' } }),
  },
  deleteAffiliate: {
    about: 'affiliate',
    deletes: true,
    expected: only({ administrator: { other: 'AFFILIATE_HAS_MODELS', own: 'ok', absent: 'AFFILIATE_NOT_FOUND' } }),
  },
  getAffiliate: {
    about: 'affiliate',
    expected: readable(
      { other: 'ok', absent: 'AFFILIATE_NOT_FOUND' },
      {
        affiliate: { own: 'private', other: 'ok', absent: 'AFFILIATE_NOT_FOUND' },
        administrator: { own: 'private', other: 'private', absent: 'AFFILIATE_NOT_FOUND' },
      },
    ),
  },
  verifyAffiliate: {
    about: 'affiliate',
    parts: json(({ password }) => ({ password })),
    endsSessions: true,
    expected: everybody(
      { own: 'WRONG_PASSWORD', other: 'WRONG_PASSWORD', absent: 'AFFILIATE_NOT_FOUND' },
      { affiliate: { own: 'ok', other: 'WRONG_PASSWORD', absent: 'AFFILIATE_NOT_FOUND' } },
    ),
  },
  refreshAffiliate: {
    about: 'affiliate',
    parts: cookie,
    endsSessions: true,
    expected: everybody('SESSION_EXPIRED', {
      affiliate: { own: 'ok', other: 'SESSION_EXPIRED', absent: 'SESSION_EXPIRED' },
    }),
  },
  updateOwnAffiliate: {
    about: 'affiliate',
    parts: json(({ marker }) => ({ email_from_name: marker })),
    expected: only({
      affiliate: { own: 'private', other: 'FORBIDDEN', absent: 'FORBIDDEN' },
      administrator: { own: 'private', other: 'private', absent: 'AFFILIATE_NOT_FOUND' },
    }),
  },
  getAffiliateConfig: {
    about: 'affiliate',
    expected: readable({ own: 'ok', other: 'ok', absent: 'AFFILIATE_NOT_FOUND' }),
  },
  getOverview: { about: 'nothing', expected: only({ administrator: 'ok' }) },
  getAffiliateOverview: {
    about: 'affiliate',
    expected: only({ affiliate: ITSELF, administrator: { own: 'ok', other: 'ok', absent: 'AFFILIATE_NOT_FOUND' } }),
  },
  getModelFigures: {
    about: 'nothing',
    parts: () => ({ query: { slugs: 'nina' } }),
    expected: only({ administrator: 'ok' }),
  },
  getAffiliateModelFigures: {
    about: 'affiliate',
    parts: () => ({ query: { slugs: 'nina' } }),
    expected: only({ affiliate: ITSELF, administrator: { own: 'ok', other: 'ok', absent: 'AFFILIATE_NOT_FOUND' } }),
  },
  // Payouts: these calls name no existing batch, and no batch has these totals.
  listCommissionTerms: { about: 'nothing', expected: only({ administrator: 'ok' }) },
  setCommissionTerms: {
    about: 'affiliate',
    parts: json(() => ({
      first: { kind: 'percent', basis_points: 3_000 },
      renewal: { kind: 'fixed', cents: 50 },
      holding_days: 30,
      minimum_cents: 1_000,
    })),
    expected: only({ administrator: { own: 'ok', other: 'ok', absent: 'AFFILIATE_NOT_FOUND' } }),
  },
  listDueCommissions: { about: 'nothing', expected: only({ administrator: 'ok' }) },
  listPayoutBatches: { about: 'nothing', expected: only({ administrator: 'ok' }) },
  createPayoutBatch: {
    about: 'nothing',
    parts: json(() => ({ totals: [{ currency: '', cents: 1 }] })),
    expected: only({ administrator: 'VALIDATION_FAILED' }),
  },
  markPayoutBatchPaid: {
    about: 'nothing',
    parts: json(() => ({ reference: 'VIREMENT-1' })),
    expected: only({ administrator: 'PAYOUT_BATCH_NOT_FOUND' }),
  },
  cancelPayoutBatch: { about: 'nothing', expected: only({ administrator: 'PAYOUT_BATCH_NOT_FOUND' }) },
  getSubscriberCommissions: { about: 'nothing', expected: only({ administrator: 'SUBSCRIBER_NOT_FOUND' }) },
  getPayoutStatement: {
    about: 'nothing',
    expected: only({ affiliate: 'STATEMENT_NOT_FOUND', administrator: 'STATEMENT_NOT_FOUND' }),
  },
  getAffiliateEarnings: {
    about: 'affiliate',
    expected: only({ affiliate: ITSELF, administrator: { own: 'ok', other: 'ok', absent: 'AFFILIATE_NOT_FOUND' } }),
  },
  // Outgoing postbacks: no address is enabled, so nothing is sent.
  getOutgoingPostbacks: {
    about: 'affiliate',
    expected: only({ affiliate: ITSELF, administrator: { own: 'ok', other: 'ok', absent: 'AFFILIATE_NOT_FOUND' } }),
  },
  setOutgoingPostbacks: {
    about: 'affiliate',
    parts: json(() => ({ url: 'https://example.org/?c={click_id}', method: 'GET', events: [], is_enabled: false })),
    expected: only({ affiliate: ITSELF, administrator: { own: 'ok', other: 'ok', absent: 'AFFILIATE_NOT_FOUND' } }),
  },
  testOutgoingPostback: {
    about: 'affiliate',
    expected: only({
      affiliate: { ...ITSELF, own: 'OUTGOING_NOT_SET' },
      administrator: { own: 'OUTGOING_NOT_SET', other: 'OUTGOING_NOT_SET', absent: 'AFFILIATE_NOT_FOUND' },
    }),
  },
  retryOutgoingPostback: {
    about: 'affiliate',
    expected: only({
      affiliate: { ...ITSELF, own: 'OUTGOING_NOT_SET', mixed: 'OUTGOING_NOT_SET' },
      administrator: { own: 'OUTGOING_NOT_SET', other: 'OUTGOING_NOT_SET', absent: 'AFFILIATE_NOT_FOUND' },
    }),
  },
  getAudit: { about: 'nothing', expected: only({ administrator: 'ok' }) },
  getAffiliateAudit: {
    about: 'affiliate',
    expected: only({ affiliate: ITSELF, administrator: { own: 'ok', other: 'ok', absent: 'AFFILIATE_NOT_FOUND' } }),
  },

  // Models.
  listModels: {
    about: 'content',
    expected: readable('ok', {
      affiliate: { own: 'private', other: 'ok', absent: 'ok' },
      administrator: { own: 'private', other: 'private', absent: 'ok' },
    }),
  },
  getModel: {
    about: 'content',
    expected: readable(
      { other: 'ok', absent: 'MODEL_NOT_FOUND' },
      {
        affiliate: { own: 'private', other: 'ok', absent: 'MODEL_NOT_FOUND' },
        administrator: { own: 'private', other: 'private', absent: 'MODEL_NOT_FOUND' },
      },
    ),
  },
  // Likes and favourites.
  recordVisit: { about: 'nothing', parts: json(() => ({ path: '/' })), expected: everybody('ok') },
  listFavourites: { about: 'nothing', expected: only(subscribers('ok')) },
  addFavourite: { about: 'content', expected: only(subscribers(MARKED)) },
  removeFavourite: { about: 'content', expected: only(subscribers(MARKED)) },
  // Notifications. Adding a device needs a push service: services/identity/test/notifications.test.ts.
  readNotifications: { about: 'nothing', expected: only({ ...subscribers('ok'), ...AFFILIATE_UNKNOWN }) },
  addPushDevice: {
    about: 'nothing',
    parts: json(() => ({
      endpoint: 'https://push.example.org/a',
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    })),
    expected: only({ ...subscribers('PUSH_REJECTED'), ...AFFILIATE_UNKNOWN }),
  },
  // Another user's device is not removed: services/identity/test/notifications.test.ts.
  removePushDevice: { about: 'nothing', expected: only({ ...subscribers('ok'), ...AFFILIATE_UNKNOWN }) },
  changeModelNotifications: {
    about: 'content',
    parts: json(() => ({ live_push: true, content_push: true, live_mail: true })),
    expected: only({ ...subscribers(MARKED), ...AFFILIATE_UNKNOWN }),
  },
  unsubscribeFromMails: { about: 'nothing', parts: json(() => ({ token: 'absent' })), expected: everybody('ok') },
  listLikes: { about: 'nothing', expected: only(subscribers('ok')) },
  addLike: { about: 'content', expected: only(subscribers(MARKED)) },
  removeLike: { about: 'content', expected: only(subscribers(MARKED)) },
  createModel: {
    about: 'nothing',
    parts: json(() => ({ name: '', slug: newName('modele') })),
    expected: only({ administrator: 'VALIDATION_FAILED' }),
  },
  updateModel: {
    about: 'content',
    parts: json(() => ({ bio: 'Bonsoir' })),
    expected: only({ administrator: { own: 'private', other: 'private', absent: 'MODEL_NOT_FOUND' } }),
  },
  deleteModel: {
    about: 'content',
    deletes: true,
    expected: only({ administrator: { own: 'ok', other: 'ok', absent: 'MODEL_NOT_FOUND' } }),
  },
  placeModel: {
    about: 'content',
    // No model has the neighbour's id.
    parts: json(() => ({ side: 'before', neighbour: crypto.randomUUID() })),
    expected: only({ administrator: 'MODEL_NOT_FOUND' }),
  },
  featureModel: {
    about: 'content',
    parts: json(() => ({ is_featured: true })),
    expected: only({ administrator: { own: 'private', other: 'private', absent: 'MODEL_NOT_FOUND' } }),
  },
  resetLiveOverride: {
    about: 'content',
    expected: only({
      affiliate: { own: 'private', other: 'FORBIDDEN', absent: 'MODEL_NOT_FOUND' },
      administrator: { own: 'private', other: 'private', absent: 'MODEL_NOT_FOUND' },
    }),
  },
  getModelVersion: {
    about: 'content',
    expected: only({
      affiliate: { own: 'VERSION_NOT_FOUND', other: 'FORBIDDEN', absent: 'MODEL_NOT_FOUND' },
      administrator: { own: 'VERSION_NOT_FOUND', other: 'VERSION_NOT_FOUND', absent: 'MODEL_NOT_FOUND' },
    }),
  },
  restoreModelVersion: {
    about: 'content',
    expected: only({
      affiliate: { own: 'VERSION_NOT_FOUND', other: 'FORBIDDEN', absent: 'MODEL_NOT_FOUND' },
      administrator: { own: 'VERSION_NOT_FOUND', other: 'VERSION_NOT_FOUND', absent: 'MODEL_NOT_FOUND' },
    }),
  },
  listAffiliateModels: {
    about: 'affiliate',
    expected: only({
      affiliate: { own: 'private', other: 'FORBIDDEN', absent: 'FORBIDDEN' },
      administrator: { own: 'ok', other: 'private', absent: 'AFFILIATE_NOT_FOUND' },
    }),
  },
  createAffiliateModel: {
    about: 'affiliate',
    parts: json(() => ({ name: '', slug: newName('modele') })),
    expected: only({ affiliate: { own: 'VALIDATION_FAILED', other: 'FORBIDDEN', absent: 'FORBIDDEN' } }),
  },
  updateAffiliateModel: {
    about: 'content',
    parts: json(() => ({ bio: 'Bonsoir' })),
    expected: only({ affiliate: { own: 'private', mixed: 'FORBIDDEN', other: 'FORBIDDEN', absent: 'FORBIDDEN' } }),
  },
  deleteAffiliateModel: {
    about: 'content',
    deletes: true,
    expected: only({ affiliate: { own: 'ok', mixed: 'FORBIDDEN', other: 'FORBIDDEN', absent: 'FORBIDDEN' } }),
  },

  // Files.
  uploadAvatar: { about: 'content', parts: upload('avatar_image'), expected: UPLOAD },
  uploadCoverImage: { about: 'content', parts: upload('cover_image'), expected: UPLOAD },
  uploadCoverVideo: { about: 'content', parts: upload('cover_video'), expected: UPLOAD },
  uploadFile: { about: 'content', parts: upload('file'), expected: UPLOAD },
  getUpload: { about: 'content', expected: FILE },
  getOriginal: { about: 'content', expected: FILE },
  deleteUpload: { about: 'content', deletes: true, expected: FILE },
  createResumableUpload: {
    about: 'content',
    deletes: true,
    parts: ({ model }) => ({ headers: resumableHeaders(model.slug) }),
    expected: only({ affiliate: { own: 'ok', other: 'FORBIDDEN', absent: 'ok' }, administrator: 'ok' }),
  },
  sendResumablePart: { about: 'content', deletes: true, parts: tusPart, expected: SENT_UPLOAD },
  getResumableUpload: { about: 'content', expected: SENT_UPLOAD },
  deleteResumableUpload: { about: 'content', deletes: true, expected: SENT_UPLOAD },

  // Money.
  checkPayment: { about: 'nothing', expected: only({ ...subscribers('ok'), ...AFFILIATE_UNKNOWN }) },
  getSubscription: { about: 'nothing', expected: only({ ...subscribers('ok'), ...AFFILIATE_UNKNOWN }) },
  listPayments: { about: 'nothing', expected: only({ ...subscribers('ok'), ...AFFILIATE_UNKNOWN }) },
  receivePostback: {
    about: 'nothing',
    parts: ({ postbackKey }, caller) => ({
      query: { key: postbackKey, transaction_id: newName('transaction'), event: 'renewal' },
      ...(caller === 'partner' && { token: undefined }),
    }),
    expected: everybody('POSTBACK_REFUSED', { partner: 'ok', ...AFFILIATE_UNKNOWN }),
  },
  receiveWebhook: {
    about: 'nothing',
    parts: ({ webhookSecret }) => {
      const body = { transaction_id: newName('transaction'), event: 'renewal' };
      return { body, headers: signatureOf(webhookSecret, JSON.stringify(body)) };
    },
    expected: everybody('WEBHOOK_REFUSED', { partner: 'ok' }),
  },
  requestCancellation: {
    about: 'nothing',
    parts: () => ({ body: { firstName: 'Noé', lastName: 'Martin', email: newEmail() } }),
    expected: readable('ok', AFFILIATE_UNKNOWN),
  },
  requestWithdrawal: {
    about: 'nothing',
    parts: () => ({ body: { firstName: 'Noé', lastName: 'Martin', email: newEmail() } }),
    expected: readable('ok', AFFILIATE_UNKNOWN),
  },
  comparePostbackReport: {
    about: 'nothing',
    parts: () => ({ body: { partner: 'sandbox', day: '2026-03-02', csv: 'transaction_id,amount\nessai,2.00\n' } }),
    expected: only({ administrator: 'ok', ...AFFILIATE_UNKNOWN }),
  },
  listSubscribers: { about: 'nothing', expected: only({ administrator: 'ok', ...AFFILIATE_UNKNOWN }) },
  getSubscriberBilling: {
    about: 'nothing',
    expected: only({ administrator: 'SUBSCRIBER_NOT_FOUND', ...AFFILIATE_UNKNOWN }),
  },
  orderRefund: {
    about: 'nothing',
    parts: () => ({ body: { entry_id: randomUUID() } }),
    expected: only({ administrator: 'SUBSCRIBER_NOT_FOUND', ...AFFILIATE_UNKNOWN }),
  },
  getSubscriberAccount: {
    about: 'nothing',
    expected: only({ administrator: 'SUBSCRIBER_NOT_FOUND', ...AFFILIATE_UNKNOWN }),
  },
  listPostbacks: { about: 'nothing', expected: only({ administrator: 'ok', ...AFFILIATE_UNKNOWN }) },
  listUnmatchedPostbacks: { about: 'nothing', expected: only({ administrator: 'ok', ...AFFILIATE_UNKNOWN }) },
  replayPostback: {
    about: 'postback',
    expected: only({ administrator: { other: 'ok', absent: 'POSTBACK_NOT_FOUND' }, ...AFFILIATE_UNKNOWN }),
  },
  reviewPostback: {
    about: 'postback',
    parts: () => ({ body: { reviewed: true } }),
    expected: only({ administrator: { other: 'ok', absent: 'POSTBACK_NOT_FOUND' }, ...AFFILIATE_UNKNOWN }),
  },
  listPostbackCandidates: {
    about: 'postback',
    expected: only({ administrator: { other: 'ok', absent: 'POSTBACK_NOT_FOUND' }, ...AFFILIATE_UNKNOWN }),
  },
  reconcilePostback: {
    about: 'postback',
    parts: () => ({ body: { email: 'essai-absent@example.org' } }),
    expected: only({
      administrator: { other: 'SUBSCRIBER_NOT_FOUND', absent: 'POSTBACK_NOT_FOUND' },
      ...AFFILIATE_UNKNOWN,
    }),
  },
} as const satisfies Record<OperationId, Expectation>;

import { forgotPassword, register } from 'contracts/operations/auth';
import { listUnmatchedPostbacks, receivePostback, reconcilePostback } from 'contracts/operations/postbacks';
import { getUpload } from 'contracts/operations/uploads';
import { createAccounts } from '../platform/accounts.ts';
import type { Account } from '../platform/accounts.ts';
import { createUploaderFixtures } from '../platform/uploader-fixtures.ts';
import type { Affiliate, UploaderFixtures } from '../platform/uploader-fixtures.ts';
import { CallFailed, createCaller, onceKnown } from '../platform/calls.ts';
import type { HttpClient } from '../platform/http-client.ts';
import { ABSENT_ID, newEmail, newName } from '../platform/names.ts';
import type { Site } from '../platform/site.ts';

/** Roles of callers. A partner has no token: its key is sent instead. */
export const CALLERS = ['visitor', 'subscriber', 'paidSubscriber', 'affiliate', 'administrator', 'partner'] as const;
export type CallerRole = (typeof CALLERS)[number];

/** Owner of the object of a call. `mixed`: the caller's own affiliate in the path, with another's object below it. */
export const OWNERSHIPS = ['own', 'mixed', 'other', 'absent'] as const;
export type Ownership = (typeof OWNERSHIPS)[number];

/** Objects and credentials that calls refer to. */
export interface Objects extends UploaderFixtures {
  affiliate: Pick<Affiliate, 'id' | 'slug'>;
  sessionId: string;
  refreshCookie: string;
  email: string;
  password: string;
  /** Token of a password reset of this person. */
  resetToken: string;
  postbackId: string;
  /** Key of the partner, for calls by the partner. */
  postbackKey: string;
  /** Secret of the partner's signatures, for calls by the partner. */
  webhookSecret: string;
  /** Text that occurs only in private fields of these objects; empty where nothing is private. */
  marker: string;
}

const PASSWORD = 'un-bon-mot-de-passe';
const privateFields = (marker: string) => ({ telegram_link: `https://t.me/${marker}`, email_from_name: marker });

const ABSENT: Objects = {
  affiliate: { id: ABSENT_ID, slug: 'essai-absent' },
  model: { id: ABSENT_ID, slug: 'essai-absent' },
  filename: `${ABSENT_ID}.webp`,
  uploadId: ABSENT_ID,
  sessionId: ABSENT_ID,
  refreshCookie: ['subscriber', 'affiliate', 'admin'].map((name) => `${name}_refresh=absent`).join('; '),
  email: 'essai-absent@example.org',
  password: 'essai-mot-de-passe',
  resetToken: 'absent',
  postbackId: ABSENT_ID,
  postbackKey: 'absent',
  webhookSecret: `whsec_${'A'.repeat(43)}=`,
  marker: '',
};

/**
 * Creates one caller of each role, and objects that belong to the callers and to others, through the platform's own calls. `remove`
 * deletes them as far as possible.
 */
export const createAccessFixtures = async (site: Site, client: HttpClient) => {
  const call = createCaller(client);
  const accounts = createAccounts(call);
  let administrator = await accounts.administrator(site.accounts.administrator.password);
  const uploaders = createUploaderFixtures(call, site, () => administrator.token);
  const markers = { own: newName('prive'), other: newName('prive'), platform: newName('prive') };

  let addresses = 0;
  /** Sends each call from a new address, as registrations and resets are limited by address. */
  const callFromAnywhere = createCaller({
    send: (sent) =>
      client.send({
        ...sent,
        localAddress: `127.0.${8 + Math.floor((addresses += 1) / 250)}.${(addresses % 250) + 1}`,
      }),
  });
  const registered = async () => {
    const credentials = { email: newEmail(), password: PASSWORD };
    await callFromAnywhere(register, {
      body: { ...credentials, firstName: 'Noé', lastName: 'Petit', modelSlug: ofPlatform.model.slug },
    });
    return credentials;
  };

  const [own, other] = [
    await uploaders.affiliate(privateFields(markers.own)),
    await uploaders.affiliate(privateFields(markers.other)),
  ];
  /** Waits until media has the owner of the model: until then, files under its slug are drafts of their uploader. */
  const onceDenied = async (token: string, modelSlug: string): Promise<void> => {
    const params = { modelSlug, filename: ABSENT.filename };
    try {
      await onceKnown(['FILE_NOT_FOUND'], () => call(getUpload, { token, params }));
    } catch (error) {
      if (error instanceof CallFailed && error.code === 'FORBIDDEN') return;
      throw error;
    }
    throw new Error(`another affiliate is not denied the files of ${modelSlug}`);
  };
  const furnish = async () => {
    const [ownToken, otherToken] = [
      (await accounts.affiliate(own.slug, own.password)).token,
      (await accounts.affiliate(other.slug, other.password)).token,
    ];
    const made = await Promise.all([
      uploaders.all(ownToken, { slug: own.slug, token: ownToken }, privateFields(markers.own)),
      uploaders.all(otherToken, { slug: other.slug, token: otherToken }, privateFields(markers.other)),
      uploaders.all(administrator.token, undefined, privateFields(markers.platform)),
      uploaders.affiliate(privateFields(markers.platform)),
    ]);
    await Promise.all([
      onceDenied(otherToken, made[0].model.slug),
      onceDenied(ownToken, made[1].model.slug),
      onceDenied(ownToken, made[2].model.slug),
    ]);
    return made;
  };
  let [ofOwn, ofOther, ofPlatform, withoutModels] = await furnish();
  /** Sends the notification of a payment without a subscriber. @returns its id */
  const unmatchedPostback = async (): Promise<string> => {
    const transaction = newName('transaction');
    await call(receivePostback, {
      params: { partner: 'sandbox' },
      query: { key: site.postbackKey, transaction_id: transaction, sub4: 'essai' },
    });
    const { response } = await call(listUnmatchedPostbacks, { token: administrator.token });
    return response.find(({ transaction_id }) => transaction_id === transaction)?.id ?? '';
  };
  /** Registers a subscriber and assigns a payment to it, so that the demo accounts stay unchanged. */
  const paid = async () => {
    const person = await registered();
    const id = await unmatchedPostback();
    await onceKnown(['SUBSCRIBER_NOT_FOUND'], () =>
      call(reconcilePostback, { token: administrator.token, params: { id }, body: { email: person.email } }),
    );
    return person;
  };
  const people = { subscriber: await registered(), other: await registered(), paidSubscriber: await paid() };
  const open = async () => {
    const [subscriber, otherSubscriber, paidSubscriber, affiliate, otherAffiliate] = await Promise.all([
      accounts.subscriber(people.subscriber),
      accounts.subscriber(people.other),
      accounts.subscriber(people.paidSubscriber),
      accounts.affiliate(own.slug, own.password),
      accounts.affiliate(other.slug, other.password),
    ]);
    return { subscriber, other: otherSubscriber, paidSubscriber, affiliate, otherAffiliate };
  };
  let opened = await open();

  const unmatched = await unmatchedPostback();

  const sessionOf = ({ otherSessionId, refreshCookie }: Account) => ({ sessionId: otherSessionId, refreshCookie });
  const person = (role: 'subscriber' | 'paidSubscriber'): Objects => ({
    ...ABSENT,
    ...sessionOf(opened[role]),
    ...people[role],
  });
  /** Returns the objects of a role. Every call gets the caller's own refresh cookie and password. */
  const ownOf = (role: CallerRole): Objects => {
    if (role === 'subscriber' || role === 'paidSubscriber') return person(role);
    if (role === 'affiliate')
      return {
        ...ABSENT,
        ...sessionOf(opened.affiliate),
        ...ofOwn,
        affiliate: own,
        password: own.password,
        marker: markers.own,
      };
    if (role === 'administrator')
      return {
        ...ABSENT,
        ...sessionOf(administrator),
        ...ofPlatform,
        affiliate: withoutModels,
        password: site.accounts.administrator.password,
        marker: markers.platform,
      };
    if (role === 'partner') return { ...ABSENT, postbackKey: site.postbackKey, webhookSecret: site.webhookSecret };
    return ABSENT;
  };
  const othersFor = (role: CallerRole): Objects => ({
    ...ABSENT,
    ...ofOther,
    affiliate: other,
    sessionId: (role === 'affiliate' ? opened.otherAffiliate : opened.other).otherSessionId,
    refreshCookie: ownOf(role).refreshCookie,
    postbackId: unmatched,
    marker: markers.other,
  });

  return {
    unmatchedPostback,
    /** Returns the bearer token of a role. */
    tokenOf: (role: CallerRole): string | undefined =>
      ({
        visitor: undefined,
        subscriber: opened.subscriber.token,
        paidSubscriber: opened.paidSubscriber.token,
        affiliate: opened.affiliate.token,
        administrator: administrator.token,
        partner: site.postbackKey,
      })[role],
    objects: (role: CallerRole, ownership: Ownership): Objects => {
      if (ownership === 'own') return ownOf(role);
      if (ownership === 'absent') return ABSENT;
      return ownership === 'mixed' ? { ...othersFor(role), affiliate: own } : othersFor(role);
    },
    /** Returns credentials of subscribers of this run: the caller's own, another's with a wrong password, or unknown ones. */
    credentials: async (role: CallerRole, ownership: Ownership): Promise<Objects> => {
      const own = { ...ownOf(role), model: ofPlatform.model };
      if (ownership === 'own') return own;
      return {
        ...own,
        email: ownership === 'other' ? (await registered()).email : newEmail(),
        password: ABSENT.password,
      };
    },
    /** Registers a further subscriber. @returns the credentials */
    register: registered,
    /** Returns the token of a password reset that a new subscriber has requested. */
    resetToken: async (): Promise<string> => {
      const { email } = await registered();
      return (
        (await callFromAnywhere(forgotPassword, { body: { email } })).response.resetUrl?.split(/[=/]/).at(-1) ?? ''
      );
    },
    call,
    /** Returns the objects whose state a denied call must not change. */
    watched: () => ({
      affiliates: [own.id, other.id],
      models: [ofOwn.model, ofOther.model, ofPlatform.model],
      uploads: [
        { id: ofOther.uploadId, token: opened.otherAffiliate.token },
        { id: ofPlatform.uploadId, token: administrator.token },
      ],
    }),
    administratorToken: () => administrator.token,
    /** Logs all callers in again, after calls that end sessions. */
    reopen: async () => {
      [administrator, opened] = await Promise.all([
        accounts.administrator(site.accounts.administrator.password),
        open(),
      ]);
    },
    /** Creates new models and files, after calls that delete them. */
    refurnish: async () => {
      await uploaders.remove({ except: [own.id, other.id] });
      [ofOwn, ofOther, ofPlatform, withoutModels] = await furnish();
    },
    remove: () => uploaders.remove(),
  };
};
export type AccessFixtures = Awaited<ReturnType<typeof createAccessFixtures>>;

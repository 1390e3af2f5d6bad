import type { ErrorCode } from 'contracts/errors';
import { createAffiliate, listAffiliates, updateAffiliate, verifyAffiliate } from 'contracts/operations/affiliates';
import { RejectedCall } from './client.ts';
import type { Client } from './client.ts';

/** Affiliates of the demo data, with the simple passwords that the stack prints. */
export const AFFILIATES = [
  {
    name: 'Studio Nord',
    slug: 'aff-one',
    password: 'escalier-de-service',
    telegram: 'https://t.me/+StudioNordVIP',
    senderName: 'Studio Nord',
    senderEmail: 'bonjour@studio-nord.example',
    sourceId: 'SN',
  },
  {
    name: 'Agence Rivage',
    slug: 'aff-two',
    password: 'trappe-et-cintres',
    telegram: 'https://t.me/+RivageVIP',
    senderName: 'Agence Rivage',
    senderEmail: 'contact@rivage.example',
    sourceId: 'RV',
  },
] as const;

/** Returns an alternative result when a call was rejected with this code. */
const onRejection =
  <Result>(code: ErrorCode, otherwise: () => Result) =>
  (reason: unknown): Result => {
    if (!(reason instanceof RejectedCall) || reason.code !== code) throw reason;
    return otherwise();
  };

/**
 * Creates missing affiliates and opens a session for each.
 * @param offerUrl payment page of their visitors
 * @returns tokens by slug
 */
export const openAffiliates = async (
  { call }: Client,
  administrator: string,
  offerUrl: string,
): Promise<Map<string, string>> => {
  const tokens = new Map<string, string>();
  /** Resets the password: data of an older version may have another one than the stack prints. */
  const restorePassword = async (slug: string, password: string) => {
    const id = (await call(listAffiliates, {}, administrator)).find((affiliate) => affiliate.slug === slug)?.id ?? '';
    await call(updateAffiliate, { params: { id }, body: { custom_password: password } }, administrator);
  };
  for (const { name, slug, password, telegram, senderName, senderEmail, sourceId } of AFFILIATES) {
    const body = {
      name,
      slug,
      custom_password: password,
      adexico_base_url: offerUrl,
      adexico_source_id: sourceId,
      telegram_link: telegram,
      email_from_name: senderName,
      email_from_email: senderEmail,
      is_active: true,
    };
    await call(createAffiliate, { body }, administrator).catch(onRejection('SLUG_TAKEN', () => undefined));
    const logIn = () => call(verifyAffiliate, { params: { slug }, body: { password } });
    const session = await logIn().catch(
      onRejection('WRONG_PASSWORD', () => restorePassword(slug, password).then(logIn)),
    );
    // Only a user can have added a second factor, which prevents this login: that affiliate stays unchanged.
    if ('token' in session) tokens.set(slug, session.token);
  }
  return tokens;
};

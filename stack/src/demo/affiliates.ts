import type { ErrorCode } from 'contracts/errors';
import { createAffiliate, listAffiliates, updateAffiliate, verifyAffiliate } from 'contracts/operations/affiliates';
import { Refusal } from './client.ts';
import type { Client } from './client.ts';

/** The affiliates of the demo data, with the simple passwords that the stack prints. */
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

/** Goes on another way where a call was refused with this code. */
const onRefusal =
  <Result>(code: ErrorCode, otherwise: () => Result) =>
  (reason: unknown): Result => {
    if (!(reason instanceof Refusal) || reason.code !== code) throw reason;
    return otherwise();
  };

/**
 * Creates the affiliates that are missing and opens a session for each.
 * @param offerUrl where their visitors pay
 * @returns tokens by slug
 */
export const openAffiliates = async (
  { call }: Client,
  administrator: string,
  offerUrl: string,
): Promise<Map<string, string>> => {
  const tokens = new Map<string, string>();
  /** Data of an older version may have another one than the stack prints. */
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
    await call(createAffiliate, { body }, administrator).catch(onRefusal('SLUG_TAKEN', () => undefined));
    const logIn = () => call(verifyAffiliate, { params: { slug }, body: { password } });
    const session = await logIn().catch(onRefusal('WRONG_PASSWORD', () => restorePassword(slug, password).then(logIn)));
    // A second factor, which only a person has added, keeps this out; what is there stays.
    if ('token' in session) tokens.set(slug, session.token);
  }
  return tokens;
};

import { createAffiliate, verifyAffiliate } from 'contracts/operations/affiliates';
import { Refusal } from './client.ts';
import type { Client } from './client.ts';

/** The affiliates of the demo data, with the simple passwords that the stack prints. */
export const AFFILIATES = [
  { name: 'Studio Nord', slug: 'aff-one', password: 'studio-nord', telegram: 'https://t.me/+StudioNordVIP', senderName: 'Studio Nord', senderEmail: 'bonjour@studio-nord.example', sourceId: 'SN' },
  { name: 'Agence Rivage', slug: 'aff-two', password: 'agence-rivage', telegram: 'https://t.me/+RivageVIP', senderName: 'Agence Rivage', senderEmail: 'contact@rivage.example', sourceId: 'RV' },
] as const;

/**
 * Creates the affiliates that are missing and opens a session for each.
 * @param offerUrl where their visitors pay
 * @returns tokens by slug
 */
export const openAffiliates = async ({ call }: Client, administrator: string, offerUrl: string): Promise<Map<string, string>> => {
  const tokens = new Map<string, string>();
  for (const { name, slug, password, telegram, senderName, senderEmail, sourceId } of AFFILIATES) {
    const body = { name, slug, custom_password: password, adexico_base_url: offerUrl, adexico_source_id: sourceId, telegram_link: telegram, email_from_name: senderName, email_from_email: senderEmail, is_active: true };
    await call(createAffiliate, { body }, administrator).catch((reason: unknown) => {
      if (!(reason instanceof Refusal) || reason.code !== 'SLUG_TAKEN') throw reason;
    });
    tokens.set(slug, (await call(verifyAffiliate, { params: { slug }, body: { password } })).token);
  }
  return tokens;
};

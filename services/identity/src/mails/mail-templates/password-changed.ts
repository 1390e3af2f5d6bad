import { LIVE_TIME_ZONE } from 'contracts/limits';
import { FORGOT_PASSWORD_QUERY } from 'contracts/subscribers';
import { TEXTS } from 'contracts/texts';
import { createMailContent, greeting } from './mail-content.ts';
import type { MailContent, MailData } from './mail-content.ts';

const dateAndTime = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: LIVE_TIME_ZONE,
});

export const passwordChangedMail = ({
  site: { title, publicUrl },
  firstName,
  changedAt,
}: MailData & { changedAt: Date }): MailContent =>
  createMailContent(`${title} : votre mot de passe a été modifié`, [
    greeting(firstName),
    `Le mot de passe de votre compte ${title} a été modifié le ${dateAndTime.format(changedAt)} (heure de Paris).`,
    'Si c’est bien vous, vous n’avez rien à faire.',
    `Sinon, choisissez tout de suite un nouveau mot de passe par « ${TEXTS.forgotPassword} » ; tous vos appareils seront déconnectés :`,
    { label: TEXTS.forgotPassword, url: `${publicUrl}/?${FORGOT_PASSWORD_QUERY}` },
  ]);

/** An affiliate has no way to reset its password: the administrator does that. */
export const affiliatePasswordChangedMail = ({
  site: { title, publicUrl },
  name,
  slug,
  changedAt,
}: Pick<MailData, 'site'> & { name: string; slug: string; changedAt: Date }): MailContent =>
  createMailContent(`${title} : le mot de passe de votre panneau a été modifié`, [
    'Bonjour,',
    `Le mot de passe du panneau affilié « ${name} » a été modifié le ${dateAndTime.format(changedAt)} (heure de Paris).`,
    'Si c’est bien vous, vous n’avez rien à faire. Sinon, prévenez tout de suite l’administration.',
    { label: 'Ouvrir le panneau', url: `${publicUrl}/affiliate/${encodeURIComponent(slug)}` },
  ]);

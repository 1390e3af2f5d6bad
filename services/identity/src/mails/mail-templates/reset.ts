import { createMailContent, greeting } from './mail-content.ts';
import type { MailContent, MailData } from './mail-content.ts';

export const resetMail = ({ site: { title }, firstName, resetUrl }: MailData & { resetUrl: string }): MailContent =>
  createMailContent(`${title} : réinitialisation de votre mot de passe`, [
    greeting(firstName),
    `Vous avez demandé un nouveau mot de passe pour votre compte ${title}. Ce lien est valable une heure et ne sert qu’une fois :`,
    { label: 'Choisir un nouveau mot de passe', url: resetUrl },
    'Si vous n’êtes pas à l’origine de cette demande, ignorez ce message : votre mot de passe reste inchangé.',
  ]);

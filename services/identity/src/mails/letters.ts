import { createLetter } from './mail.ts';
import type { Letter } from './mail.ts';

interface Site {
  title: string;
  publicUrl: string;
}

/** The link to /reset-password (specification, section 2). */
export const resetLink = (publicUrl: string, token: string): string => `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`;

export const resetLetter = ({ title, publicUrl }: Site, firstName: string, token: string): Letter =>
  createLetter(`${title} : réinitialisation de votre mot de passe`, [
    `Bonjour ${firstName},`,
    `Vous avez demandé un nouveau mot de passe pour votre compte ${title}. Ce lien est valable une heure et ne sert qu’une fois :`,
    { label: 'Choisir un nouveau mot de passe', url: resetLink(publicUrl, token) },
    'Si vous n’êtes pas à l’origine de cette demande, ignorez ce message : votre mot de passe reste inchangé.',
  ]);

export const welcomeLetter = ({ title, publicUrl }: Site, firstName: string): Letter =>
  createLetter(`Bienvenue sur ${title}`, [
    `Bonjour ${firstName},`,
    `Votre paiement est confirmé : tout le contenu de ${title} vous est ouvert, ainsi que le groupe VIP Telegram. Tout commence ici :`,
    { label: 'Accéder à mon espace', url: `${publicUrl}/success` },
    'Votre abonnement est sans engagement : vous pouvez l’annuler à tout moment.',
  ]);

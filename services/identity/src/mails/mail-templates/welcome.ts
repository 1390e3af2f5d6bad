import { createMailContent, greeting } from './mail-content.ts';
import type { MailContent, MailData } from './mail-content.ts';

export const welcomeMail = ({ site: { title, publicUrl }, firstName }: MailData): MailContent =>
  createMailContent(`Bienvenue sur ${title}`, [
    greeting(firstName),
    `Votre paiement est confirmé : tout le contenu de ${title} vous est ouvert, ainsi que le groupe VIP Telegram. Tout commence ici :`,
    { label: 'Accéder à mon espace', url: `${publicUrl}/success` },
    'Votre abonnement est sans engagement : vous pouvez l’annuler à tout moment.',
  ]);

import { LIVE_TIME_ZONE } from 'contracts/limits';
import { escapeHtml } from 'service-kit/html';
import type { Message } from './message.ts';

const when = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short', timeStyle: 'medium', timeZone: LIVE_TIME_ZONE });

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 56rem; padding: 2rem 1rem }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .6rem .4rem; text-align: left; overflow-wrap: anywhere }
iframe { background: #fff; border: 1px solid #8884; height: 32rem; width: 100% }
pre { white-space: pre-wrap }`;

const page = (title: string, body: string) =>
  `<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`;

/** Renders the list of mails, newest first. */
export const listPage = (messages: readonly Message[]): string => {
  const rows = messages.map(
    ({ id, to, subject, receivedAt }) =>
      `<tr><td>${escapeHtml(when.format(new Date(receivedAt)))}</td><td>${escapeHtml(to.join(', '))}</td><td><a href="/messages/${id}">${escapeHtml(subject || '(sans objet)')}</a></td></tr>`,
  );
  const table = `<table><thead><tr><th>Reçu</th><th>Destinataire</th><th>Objet</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return page(
    'Boîte aux lettres',
    `<h1>Boîte aux lettres</h1>${rows.length > 0 ? table : '<p>Aucun message pour le moment.</p>'}`,
  );
};

/**
 * Renders one mail. Its HTML is untrusted: it is shown in a frame without scripts, forms or an origin, and its links open in a new
 * tab.
 */
export const messagePage = ({ from, replyTo, envelopeFrom, to, subject, text, html, receivedAt }: Message): string => {
  const facts = [
    `De ${from}`,
    ...(replyTo ? [`Répondre à ${replyTo}`] : []),
    `Enveloppe : de ${envelopeFrom} à ${to.join(', ')}`,
    `Reçu le ${when.format(new Date(receivedAt))}`,
  ];
  const head = `<p><a href="/">← Tous les messages</a></p><h1>${escapeHtml(subject || '(sans objet)')}</h1><p>${facts.map(escapeHtml).join('<br>')}</p>`;
  const framed = `<iframe title="Message" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(`<base target="_blank">${html}`)}"></iframe>`;
  return page(subject || 'Message', head + (html ? framed : `<pre>${escapeHtml(text)}</pre>`));
};

export const missingPage = (): string =>
  page('Message introuvable', '<h1>Message introuvable</h1><p><a href="/">Tous les messages</a></p>');

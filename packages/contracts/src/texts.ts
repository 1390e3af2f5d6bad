export * as TEXTS from './specified-texts.ts';

/** Returns the text of the model page's button: "Discuter avec {name}". */
export const chatWith = (name: string): string => `Discuter avec ${name}`;

/** Returns "de Nina" or "d’Inès": elided before a vowel, and before a y that is pronounced as one. */
export const ofName = (name: string): string =>
  /^(?:[aeiouœæàâäéèêëîïôöùûü]|y(?![aeiou]))/i.test(name) ? `d’${name}` : `de ${name}`;

/** Returns the text of the link to a model's page. */
export const seeProfileOf = (name: string): string => `Voir le profil ${ofName(name)}`;

/** Returns the text of the same button for subscribers when it leads to a group. */
export const joinGroupOf = (name: string): string => `Rejoindre le groupe ${ofName(name)}`;

/** Whether a Telegram link is an invite to a group, `/+hash` or `/joinchat/hash` (docs/domain.md#telegram). */
export const isGroupLink = (link: string): boolean =>
  // "+" followed only by digits is a phone number, which identifies a person.
  /^https:\/\/[^/]+\/(?:joinchat\/|\+(?!\d+(?:[?#]|$)))[\w-]+(?:[?#]|$)/.test(link);

/** Formats a time of day: "21:00" as "21h", "21:30" as "21h30". */
export const hourText = (time: string): string => {
  const [hours, minutes = '00'] = time.split(':');
  return `${Number(hours)}h${minutes === '00' ? '' : minutes}`;
};

/** Returns the live announcement of the model page. */
export const liveAnnouncement = (scheduleStart: string): string => `Live tous les soirs à ${hourText(scheduleStart)}`;

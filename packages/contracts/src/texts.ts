export * as TEXTS from './specified-texts.ts';

/** "Discuter avec {name}", the button of the model page. */
export const chatWith = (name: string): string => `Discuter avec ${name}`;

/** "de Nina", "d’Inès": elided before a vowel, and before a y that sounds like one. */
export const ofName = (name: string): string =>
  /^(?:[aeiouœæàâäéèêëîïôöùûü]|y(?![aeiou]))/i.test(name) ? `d’${name}` : `de ${name}`;

/** The link to a model's page. */
export const seeProfileOf = (name: string): string => `Voir le profil ${ofName(name)}`;

/** The same button for people who have paid, where it leads to a group. */
export const joinGroupOf = (name: string): string => `Rejoindre le groupe ${ofName(name)}`;

/** Whether a Telegram link is an invite to a group, `/+hash` or `/joinchat/hash` (docs/domain.md#telegram). */
export const isGroupLink = (link: string): boolean =>
  // "+" and digits alone is a phone number, which leads to a person.
  /^https:\/\/[^/]+\/(?:joinchat\/|\+(?!\d+(?:[?#]|$)))[\w-]+(?:[?#]|$)/.test(link);

/**
 * The live announcement of the model page, its hour from live_schedule_start ("21:00" gives "21h", "21:30" gives "21h30").
 */
export const liveAnnouncement = (scheduleStart: string): string => {
  const [hours = '21', minutes = '00'] = scheduleStart.split(':');
  return `Live tous les soirs à ${Number(hours)}h${minutes === '00' ? '' : minutes}`;
};

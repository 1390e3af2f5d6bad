import type { Addressee } from '../subscribers/subscriber.repository.ts';
import { senderOf } from './mail.ts';
import type { Letter, Sender } from './mail.ts';
import type { Mailer } from './mailer.ts';

export interface Site {
  title: string;
  /** The gateway's address; every link is built from it. */
  publicUrl: string;
  sender: Sender;
}

/** Writes to the people of the site, each under the sender of their model. */
export const createMailing = ({ mailer, site }: { mailer: Pick<Mailer, 'send'>; site: Site }) => ({
  /** @throws when the mail server does not take it */
  write: async ({ email, senderNames, senderEmails }: Addressee, letter: (site: Site) => Letter): Promise<void> =>
    mailer.send({ from: senderOf(senderNames, senderEmails, site.sender), to: email, ...letter(site) }),
});
export type Mailing = ReturnType<typeof createMailing>;

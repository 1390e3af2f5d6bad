import type { ResetRepository } from '../password-reset/reset.repository.ts';
import { resetUrlOf } from '../password-reset/reset-token.ts';
import type { Recipient, SubscriberRepository } from '../subscribers/subscriber.repository.ts';
import type { MailKind, MailRequest, QueuedMail } from './mail-queue.repository.ts';
import type { MailContent } from './mail-templates/mail-content.ts';
import { affiliatePasswordChangedMail, passwordChangedMail } from './mail-templates/password-changed.ts';
import { resetMail } from './mail-templates/reset.ts';
import { welcomeMail } from './mail-templates/welcome.ts';
import { senderOf } from './sender.ts';
import type { Mailbox } from './sender.ts';
import type { Mail } from './smtp-transport.ts';

export interface Site {
  title: string;
  /** The gateway's address; every link is built from it. */
  publicUrl: string;
  sender: Mailbox;
}

interface Dependencies {
  subscribers: SubscriberRepository;
  resets: ResetRepository;
  site: Site;
  /** Domains of which a model or an affiliate may be the From address. */
  senderDomains: readonly string[];
}

type Compose<Kind extends MailKind> = (
  mail: Extract<MailRequest, { kind: Kind }>,
  recipient: Recipient,
) => MailContent | Promise<MailContent>;

/** An affiliate is written to by the site, not by itself. */
const affiliateRecipient = (email: string): Recipient => ({
  id: '',
  email,
  firstName: '',
  senderNames: [],
  senderEmails: [],
});

/** Writes a queued mail: looks its recipient up and fills the template of its kind. */
export const createMailComposer = ({ subscribers, resets, site, senderDomains }: Dependencies) => {
  const templates: { [Kind in MailKind]: Compose<Kind> } = {
    reset: async ({ data }, { id, firstName }) =>
      resetMail({ site, firstName, resetUrl: resetUrlOf(site.publicUrl, data.token ?? (await resets.issueToken(id))) }),
    welcome: (_mail, { firstName }) => welcomeMail({ site, firstName }),
    'password-changed': ({ data }, { firstName }) =>
      passwordChangedMail({ site, firstName, changedAt: new Date(data.changedAt) }),
    'affiliate-password-changed': ({ data }) =>
      affiliatePasswordChangedMail({ site, ...data, changedAt: new Date(data.changedAt) }),
  };
  const recipientOf = (mail: QueuedMail): Recipient | Promise<Recipient | null> => {
    if (mail.kind === 'affiliate-password-changed') return affiliateRecipient(mail.email);
    return mail.kind === 'reset'
      ? subscribers.recipientByEmail(mail.email)
      : subscribers.recipientById(mail.subscriberId);
  };
  return {
    kinds: Object.keys(templates) as MailKind[],
    /** @returns null without a recipient: the address of a reset request is unknown */
    compose: async (mail: QueuedMail): Promise<Mail | null> => {
      const recipient = await recipientOf(mail);
      if (!recipient) return null;
      const content = await (templates[mail.kind] as Compose<MailKind>)(mail, recipient);
      return {
        id: mail.id,
        ...senderOf(recipient, site.sender, senderDomains),
        envelopeFrom: site.sender.email,
        to: recipient.email,
        ...content,
      };
    },
  };
};
export type MailComposer = ReturnType<typeof createMailComposer>;

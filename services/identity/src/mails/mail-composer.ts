import type { EmailChangeRepository } from '../email-change/email-change.repository.ts';
import { confirmationUrlOf } from '../email-change/confirmation-url.ts';
import { resetUrlOf } from '../password-reset/reset.repository.ts';
import type { ResetRepository } from '../password-reset/reset.repository.ts';
import { stopUrlOf } from '../reminders/reminder.repository.ts';
import type { ReminderRepository } from '../reminders/reminder.repository.ts';
import type { Recipient, SubscriberRepository } from '../subscribers/subscriber.repository.ts';
import type { QueuedMail } from './mail-queue.repository.ts';
import { MAIL_KINDS, MAILS } from './mails.ts';
import { senderOf } from './sender.ts';
import type { Mailbox } from './sender.ts';
import type { Mail } from './smtp-transport.ts';

export interface Site {
  title: string;
  /** Public address of the gateway, the base of every link. */
  publicUrl: string;
  sender: Mailbox;
}

interface Addressee {
  recipient: Recipient;
  /** Confirmation link; empty in mails without one. */
  confirmationUrl: string;
  /** Unsubscribe link; empty in mails without one. */
  stopUrl: string;
}

interface Dependencies {
  subscribers: SubscriberRepository;
  resets: ResetRepository;
  emailChanges: Pick<EmailChangeRepository, 'issueToken'>;
  reminders: Pick<ReminderRepository, 'issueStopToken'>;
  site: Site;
  /** Domains whose addresses a model or an affiliate may use as From. */
  senderDomains: readonly string[];
}

/** Returns the recipient for an affiliate, or for an address that was a subscriber's: the site is the sender. */
const recipientAt = (email: string): Recipient => ({
  id: '',
  email,
  firstName: '',
  senderNames: [],
  senderEmails: [],
  model: null,
});

/** Composes a queued mail: looks its recipient up and renders its kind. */
export const createMailComposer = ({
  subscribers,
  resets,
  emailChanges,
  reminders,
  site,
  senderDomains,
}: Dependencies) => {
  /** Returns the recipient at the unconfirmed new address, with the confirmation link. */
  const addresseeAtNewEmail = async (subscriberId: string): Promise<Addressee | null> => {
    const recipient = await subscribers.recipientById(subscriberId);
    const change = recipient && (await emailChanges.issueToken(subscriberId));
    if (!change) return null;
    const confirmationUrl = confirmationUrlOf(site.publicUrl, change.token);
    return { recipient: { ...recipient, email: change.newEmail }, confirmationUrl, stopUrl: '' };
  };
  /** Returns the subscriber if the reminder is still wanted, with the link that unsubscribes from it. */
  const addresseeUnpaid = async (subscriberId: string): Promise<Addressee | null> => {
    const recipient = await subscribers.recipientById(subscriberId);
    const token = recipient && (await reminders.issueStopToken(subscriberId));
    return recipient && token ? { recipient, confirmationUrl: '', stopUrl: stopUrlOf(site.publicUrl, token) } : null;
  };
  const addresseeOf = async ({ kind, subscriberId, email }: QueuedMail): Promise<Addressee | null> => {
    // A constraint of the table guarantees exactly one of the two.
    const address = subscriberId ?? email ?? '';
    const { to } = MAILS[kind];
    if (to === 'subscriber-new-email') return addresseeAtNewEmail(address);
    if (to === 'subscriber-unpaid') return addresseeUnpaid(address);
    if (to === 'email') return { recipient: recipientAt(address), confirmationUrl: '', stopUrl: '' };
    const recipient = await (to === 'subscriber-id'
      ? subscribers.recipientById(address)
      : subscribers.recipientByEmail(address));
    return recipient && { recipient, confirmationUrl: '', stopUrl: '' };
  };
  return {
    kinds: MAIL_KINDS,
    /** @returns null without a recipient: the address of a reset request is unknown, or a new address is taken */
    compose: async (mail: QueuedMail): Promise<Mail | null> => {
      const addressee = await addresseeOf(mail);
      if (!addressee) return null;
      const { recipient, confirmationUrl, stopUrl } = addressee;
      const { id, firstName, model } = recipient;
      const resetUrl = async (token?: string) => resetUrlOf(site.publicUrl, token ?? (await resets.issueToken(id)));
      const content = await MAILS[mail.kind].compose(
        { site, firstName, resetUrl, confirmationUrl, stopUrl, model },
        mail.data,
      );
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

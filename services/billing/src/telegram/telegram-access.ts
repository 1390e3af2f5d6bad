import type { SubscriberBilling } from 'contracts/operations/subscribers';
import { isGroupLink } from 'contracts/texts';
import type { PartnerSettingsProjection } from '../projections/partner-settings.projection.ts';
import type { InviteRepository } from './invite.repository.ts';

interface Site {
  /** Whether personal invites replace the site's link. */
  isBotEnabled: boolean;
  defaultTelegramLink: string;
}

/** Returns the link that all subscribers of a model share; '' where each has an invite, or there is none. */
export const permanentLink = (
  { model, owner }: Awaited<ReturnType<PartnerSettingsProjection['ofSubscriber']>>,
  { isBotEnabled, defaultTelegramLink }: Site,
): string => model?.telegramLink || owner?.telegramLink || (isBotEnabled ? '' : defaultTelegramLink);

interface Dependencies extends Site {
  invites: Pick<InviteRepository, 'progressOf'>;
  partnerSettings: Pick<PartnerSettingsProjection, 'ofSubscriber'>;
}

type TelegramAccess = NonNullable<SubscriberBilling['telegram']>;

/** Creates the function that reads a subscriber's access to Telegram; unlike the subscriber's own view it requests no invite. */
export const createTelegramAccess =
  ({ invites, partnerSettings, ...site }: Dependencies) =>
  async (subscriberId: string, hasAccess: boolean): Promise<TelegramAccess> => {
    const [invite, settings] = await Promise.all([
      invites.progressOf(subscriberId),
      partnerSettings.ofSubscriber(subscriberId),
    ]);
    const access = (state: TelegramAccess['state'], expiresAt: Date | null = null): TelegramAccess => ({
      state,
      expires_at: expiresAt?.toISOString() ?? null,
    });
    if (invite && !invite.isWanted) return access('leaving');
    if (invite?.isUsed) return access('joined');
    if (!hasAccess) return access('none');
    const link = permanentLink(settings, site);
    if (link) return access(isGroupLink(link) ? 'group-link' : 'contact-link');
    if (!site.isBotEnabled) return access('none');
    if (!invite) return access('not-requested');
    return invite.hasLink ? access('invited', invite.expiresAt) : access('pending');
  };
export type ReadTelegramAccess = ReturnType<typeof createTelegramAccess>;

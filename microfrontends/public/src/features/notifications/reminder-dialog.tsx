import type { ModelView } from 'contracts/models';
import { liveCalendarPath } from 'contracts/pages';
import { ofName } from 'contracts/texts';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { Button, ButtonLink } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { RetryButton } from 'ui/retry-button';
import { Toggle } from 'ui/toggle';
import { authModal } from 'web-kit/auth-modal';
import { subscriberSession, useSession } from 'web-kit/session';
import { LIVE_MAIL_LABEL, LIVE_PUSH_LABEL } from './labels.ts';
import styles from './notifications.module.css';
import { choiceOf, useNotificationChanges } from './use-notification-changes.ts';

interface ReminderDialogProps {
  model: Pick<ModelView, 'name' | 'slug'>;
  onClose: () => void;
}

/** Dialog of the ways to be notified of a model's lives: the calendar file for visitors too, the others for subscribers. */
export default function ReminderDialog({ model, onClose }: ReminderDialogProps) {
  const isLoggedIn = useSession(subscriberSession) !== null;
  const register = () => {
    onClose();
    authModal.open('register', { modelSlug: model.slug });
  };
  return (
    <Dialog open onClose={onClose} title={`Les lives ${ofName(model.name)}`}>
      <div className="stack">
        <ButtonLink wide href={liveCalendarPath(model.slug)} rel="nofollow">
          <CalendarPlus />
          Le prochain dans mon agenda
        </ButtonLink>
        {isLoggedIn ? (
          <SubscriberChoices slug={model.slug} />
        ) : (
          <>
            <p className="small soft">Par e-mail ou par notification, il faut un compte.</p>
            <Button wide onClick={register}>
              M’inscrire
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

function SubscriberChoices({ slug }: { slug: string }) {
  const { settings, isError, isFetching, refetch, canPush, isDevice, choose, isBusy } = useNotificationChanges();
  if (isError && !settings) return <RetryButton small busy={isFetching} onRetry={() => void refetch()} />;
  const currentChoice = choiceOf(settings, slug);
  const isWaiting = !settings || isBusy;
  return (
    <>
      {canPush && (
        <Toggle
          className={styles.toggle}
          label={LIVE_PUSH_LABEL}
          checked={currentChoice.live_push && isDevice}
          busy={isWaiting}
          onChange={({ target }) => choose(slug, { live_push: target.checked })}
        />
      )}
      <Toggle
        className={styles.toggle}
        label={LIVE_MAIL_LABEL}
        checked={currentChoice.live_mail}
        busy={isWaiting}
        onChange={({ target }) => choose(slug, { live_mail: target.checked })}
      />
      <p className="small soft">À chaque live, jusqu’à ce que vous l’arrêtiez ici ou dans «&nbsp;Mon compte&nbsp;».</p>
    </>
  );
}

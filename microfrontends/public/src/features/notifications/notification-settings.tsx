import { NOTIFIED_MODELS_MAX } from 'contracts/notifications';
import { Button } from 'ui/button';
import { RetryButton } from 'ui/retry-button';
import { Loading, Skeleton } from 'ui/skeleton';
import { Toggle } from 'ui/toggle';
import { useFavourites } from '../marks/index.ts';
import styles from './notifications.module.css';
import { choiceOf, useNotificationChanges } from './use-notification-changes.ts';

/** On which devices a subscriber is notified, and of which models: those chosen, and the favourites. */
export default function NotificationSettings() {
  const { settings, isError, isFetching, refetch, canPush, isDevice, addDevice, removeDevice, choose, isBusy } =
    useNotificationChanges();
  const favourites = useFavourites().data?.slice(0, NOTIFIED_MODELS_MAX) ?? [];
  if (!settings)
    return isError ? (
      <div className="stack" role="alert">
        <p>Vos notifications n’ont pas pu être lues.</p>
        <RetryButton small busy={isFetching} onRetry={() => void refetch()} />
      </div>
    ) : (
      <Loading>
        <Skeleton shape="line" />
      </Loading>
    );
  const { push_key: pushKey, devices } = settings;
  const models = [
    ...settings.models,
    ...favourites.filter(({ slug }) => !settings.models.some((chosen) => chosen.slug === slug)),
  ];
  return (
    <div className="stack">
      {devices.length > 0 && (
        <ul className={styles.list} aria-label="Appareils avec notifications">
          {devices.map(({ id, device, current }) => (
            <li key={id} className={styles.device}>
              <span>
                {device}
                {current && <span className="small soft"> · cet appareil</span>}
              </span>
              <Button
                small
                aria-label={`Ne plus notifier ${device}${current ? ', cet appareil' : ''}`}
                busy={isBusy}
                onClick={() => removeDevice(id)}
              >
                Désactiver
              </Button>
            </li>
          ))}
        </ul>
      )}
      {canPush && !isDevice && (
        <div>
          <Button busy={isBusy} onClick={addDevice}>
            Activer sur cet appareil
          </Button>
        </div>
      )}
      {models.length === 0 && (
        <p className="soft">
          «&nbsp;Me prévenir&nbsp;», sur la page d’un live, l’ajoute ici. Vos favoris y sont aussi.
        </p>
      )}
      {models.map(({ slug, name }) => {
        const chosen = choiceOf(settings, slug);
        return (
          <fieldset key={slug} className={styles.model}>
            <legend>
              <b>{name}</b>
            </legend>
            {pushKey !== null && (
              <>
                <Toggle
                  label="Notification au début du live"
                  checked={chosen.live_push}
                  disabled={!canPush && devices.length === 0}
                  busy={isBusy}
                  onChange={({ target }) => choose(slug, { live_push: target.checked })}
                />
                <Toggle
                  label="Notification de nouveaux contenus"
                  checked={chosen.content_push}
                  disabled={!canPush && devices.length === 0}
                  busy={isBusy}
                  onChange={({ target }) => choose(slug, { content_push: target.checked })}
                />
              </>
            )}
            <Toggle
              label="E-mail au début du live"
              checked={chosen.live_mail}
              busy={isBusy}
              onChange={({ target }) => choose(slug, { live_mail: target.checked })}
            />
          </fieldset>
        );
      })}
    </div>
  );
}

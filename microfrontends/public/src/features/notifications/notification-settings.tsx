import { NOTIFIED_MODELS_MAX } from 'contracts/notifications';
import { useEffect, useRef } from 'react';
import { Button } from 'ui/button';
import { RetryButton } from 'ui/retry-button';
import { Loading, Skeleton } from 'ui/skeleton';
import { Toggle } from 'ui/toggle';
import { useFavourites } from '../marks/index.ts';
import { LIVE_MAIL_LABEL, LIVE_PUSH_LABEL } from './labels.ts';
import styles from './notifications.module.css';
import { choiceOf, useNotificationChanges } from './use-notification-changes.ts';

/** A subscriber's devices for push messages, and the notifications of each chosen or favourite model. */
export function NotificationSettings() {
  const { settings, isError, isFetching, refetch, canPush, isDevice, addDevice, removeDevice, choose, isBusy } =
    useNotificationChanges();
  const area = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const press = (change: () => void) => {
    isPressed.current = true;
    change();
  };
  const list = settings?.devices;
  // The clicked button is unmounted with its device: its replacement takes the focus, else the section's title.
  useEffect(() => {
    if (!isPressed.current) return;
    isPressed.current = false;
    if (document.activeElement !== document.body) return;
    const replacement = area.current?.querySelector<HTMLElement>('[data-here] button');
    (replacement ?? area.current?.closest('section')?.querySelector('h2'))?.focus();
  }, [list]);
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
    <div ref={area} className="stack">
      {devices.length > 0 && (
        <ul className={styles.list} aria-label="Appareils avec notifications">
          {devices.map(({ id, device, current }) => (
            <li key={id} className={styles.device} data-here={current || undefined}>
              <span>
                {device}
                {current && <span className="small soft"> · cet appareil</span>}
              </span>
              <Button
                small
                aria-label={`Ne plus notifier ${device}${current ? ', cet appareil' : ''}`}
                busy={isBusy}
                onClick={() => press(() => removeDevice(id))}
              >
                Désactiver
              </Button>
            </li>
          ))}
        </ul>
      )}
      {canPush && !isDevice && (
        <div data-here>
          <Button busy={isBusy} onClick={() => press(addDevice)}>
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
        const modelChoice = choiceOf(settings, slug);
        return (
          <fieldset key={slug} className={styles.model}>
            <legend>
              <b>{name}</b>
            </legend>
            {pushKey !== null && (
              <>
                <Toggle
                  label={LIVE_PUSH_LABEL}
                  checked={modelChoice.live_push}
                  disabled={!canPush && devices.length === 0}
                  busy={isBusy}
                  onChange={({ target }) => choose(slug, { live_push: target.checked })}
                />
                <Toggle
                  label="Notification de nouveaux contenus"
                  checked={modelChoice.content_push}
                  disabled={!canPush && devices.length === 0}
                  busy={isBusy}
                  onChange={({ target }) => choose(slug, { content_push: target.checked })}
                />
              </>
            )}
            <Toggle
              label={LIVE_MAIL_LABEL}
              checked={modelChoice.live_mail}
              busy={isBusy}
              onChange={({ target }) => choose(slug, { live_mail: target.checked })}
            />
          </fieldset>
        );
      })}
    </div>
  );
}

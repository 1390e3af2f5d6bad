import type { SessionView } from 'contracts/sessions';
import { TEXTS } from 'contracts/texts';
import LogOut from 'lucide-react/icons/log-out';
import { useRef, useState } from 'react';
import { Button } from 'ui/button';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { DeviceList } from 'ui/device-list';
import type { Device } from 'ui/device-list';
import { RetryButton } from 'ui/retry-button';
import { Loading, Skeleton } from 'ui/skeleton';
import { useToast } from 'ui/toast';
import { messageOf } from 'web-kit/api';
import { formatMoment, plural } from 'web-kit/formats';
import styles from './devices.module.css';
import { useDevices } from './use-devices.ts';
import type { DeviceCalls } from './use-devices.ts';

export type { DeviceCalls } from './use-devices.ts';
export { devicesKey } from './use-devices.ts';

interface DevicesProps {
  /** Owner of the devices, for the cache key: an e-mail address or a panel's name. */
  owner: string;
  calls: DeviceCalls;
  /** Clears this browser's session after the server has ended every session. */
  onAllEnded: () => void;
}

const deviceOf = ({ id, device, last_used_at, current }: SessionView): Device => ({
  id,
  name: device,
  isCurrent: current,
  lastUsed: current ? 'En ce moment' : `Dernière activité ${formatMoment(last_used_at, Date.now())}`,
});

/** Logged-in devices of an account, with buttons to end one session or all of them. */
export function Devices({ owner, calls, onAllEnded }: DevicesProps) {
  const show = useToast();
  const { query, end, endAll } = useDevices(owner, calls);
  const [isConfirming, setConfirming] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const fail = (error: unknown) => show({ tone: 'error', title: TEXTS.error, text: messageOf(error) });

  const endOne = (device: Device) =>
    end.mutate(device.id, {
      onSuccess: () => {
        show({ tone: 'success', title: 'Appareil déconnecté', text: device.name });
        // The row's button, which had the focus, disappears with the row.
        list.current?.focus();
      },
      onError: fail,
    });
  const endEverywhere = () =>
    endAll.mutate(undefined, {
      onSuccess: () => {
        show({ tone: 'success', title: 'Tous les appareils sont déconnectés' });
        onAllEnded();
      },
      onError: (error) => {
        setConfirming(false);
        fail(error);
      },
    });

  if (!query.data) {
    if (!query.error)
      return (
        <Loading label="Chargement des appareils" className={styles.loading}>
          <Skeleton />
          <Skeleton />
        </Loading>
      );
    return (
      <div role="alert" className={styles.failed}>
        <p>Impossible de charger la liste des appareils.</p>
        <RetryButton busy={query.isFetching} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  const devices = query.data.map(deviceOf);
  return (
    <div className={styles.devices}>
      <p className="small soft">
        {devices.length < 2
          ? 'Aucun autre appareil n’est connecté.'
          : `${plural(devices.length, 'appareil connecté', 'appareils connectés')}.`}
      </p>
      <DeviceList devices={devices} listRef={list} busyId={end.isPending ? end.variables : undefined} onEnd={endOne} />
      <Button onClick={() => setConfirming(true)}>Déconnecter tous les appareils</Button>
      <ConfirmDialog
        open={isConfirming}
        title={`Déconnecter tous les appareils\u00a0?`}
        what="Tous les appareils, celui-ci compris."
        confirmLabel="Déconnecter"
        icon={<LogOut />}
        busy={endAll.isPending}
        onClose={() => setConfirming(false)}
        onConfirm={endEverywhere}
      >
        Vous devrez vous reconnecter partout.
      </ConfirmDialog>
    </div>
  );
}

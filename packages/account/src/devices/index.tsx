import type { SessionView } from 'contracts/sessions';
import { TEXTS } from 'contracts/texts';
import LogOut from 'lucide-react/icons/log-out';
import { useRef, useState } from 'react';
import { Button } from 'ui/button';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { DeviceList } from 'ui/device-list';
import type { Device } from 'ui/device-list';
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
  /** Whose devices they are, for the cache: an e-mail, a panel's name. */
  owner: string;
  calls: DeviceCalls;
  /** Every session has ended on the server: this browser forgets its own. */
  onAllEnded: () => void;
}

const deviceOf = ({ id, device, last_used_at, current }: SessionView): Device => ({
  id,
  name: device,
  isCurrent: current,
  lastUsed: current ? 'En ce moment' : `Dernière activité ${formatMoment(last_used_at, Date.now())}`,
});

/** The devices on which somebody is logged in: ends one, or all of them. */
export function Devices({ owner, calls, onAllEnded }: DevicesProps) {
  const show = useToast();
  const { query, end, endAll } = useDevices(owner, calls);
  const [isAsking, setAsking] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const fail = (error: unknown) => show({ tone: 'error', title: TEXTS.error, text: messageOf(error) });

  const endOne = (device: Device) =>
    end.mutate(device.id, {
      onSuccess: () => {
        show({ tone: 'success', title: 'Appareil déconnecté', text: device.name });
        // Its button goes with it.
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
        setAsking(false);
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
        <Button busy={query.isFetching} onClick={() => void query.refetch()}>
          Réessayer
        </Button>
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
      <Button onClick={() => setAsking(true)}>Déconnecter tous les appareils</Button>
      <ConfirmDialog
        open={isAsking}
        title={`Déconnecter tous les appareils\u00a0?`}
        what="Tous les appareils, celui-ci compris."
        confirmLabel="Déconnecter"
        icon={<LogOut />}
        busy={endAll.isPending}
        onClose={() => setAsking(false)}
        onConfirm={endEverywhere}
      >
        Vous devrez vous reconnecter partout.
      </ConfirmDialog>
    </div>
  );
}

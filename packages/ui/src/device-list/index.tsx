import type { ReactNode, Ref } from 'react';
import Laptop from 'lucide-react/icons/laptop';
import Smartphone from 'lucide-react/icons/smartphone';
import Tablet from 'lucide-react/icons/tablet';
import { Badge } from '../badge/index.tsx';
import { Button } from '../button/index.tsx';
import { StatusDot } from '../status-dot/index.tsx';
import styles from './device-list.module.css';

export interface Device {
  id: string;
  /** "Chrome sur Android". */
  name: string;
  /** When it was last used. */
  lastUsed: ReactNode;
  /** The one on which the list is read. */
  isCurrent: boolean;
}

export interface DeviceListProps {
  devices: readonly Device[];
  onEnd: (device: Device) => void;
  /** The device that is being logged out. */
  busyId?: string | undefined;
  /** For moving the focus to the list. */
  listRef?: Ref<HTMLUListElement>;
}

const iconOf = (name: string): ReactNode => {
  if (/iPad|tablette/.test(name)) return <Tablet />;
  return /Android|iPhone/.test(name) ? <Smartphone /> : <Laptop />;
};

/** Where an account is logged in, each place with a button to end it. */
export function DeviceList({ devices, onEnd, busyId, listRef }: DeviceListProps) {
  return (
    <ul className={styles.list} ref={listRef} tabIndex={-1} aria-label="Appareils connectés">
      {devices.map((device) => (
        <li key={device.id}>
          <span className={styles.icon} aria-hidden="true">
            {iconOf(device.name)}
          </span>
          <div className={styles.text}>
            <strong>{device.name}</strong>
            <p className="small soft">{device.lastUsed}</p>
          </div>
          {device.isCurrent ? (
            <Badge tone="success">
              <StatusDot on />
              Cet appareil
            </Badge>
          ) : (
            <Button
              small
              busy={device.id === busyId}
              aria-label={`Déconnecter ${device.name}`}
              onClick={() => onEnd(device)}
            >
              Déconnecter
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

import type { ReactNode, Ref } from 'react';
import Laptop from 'lucide-react/icons/laptop';
import Smartphone from 'lucide-react/icons/smartphone';
import Tablet from 'lucide-react/icons/tablet';
import { Badge } from '../badge/index.tsx';
import { Button } from '../button/index.tsx';
import { IconList } from '../icon-list/index.tsx';
import { StatusDot } from '../status-dot/index.tsx';

export interface Device {
  id: string;
  /** Such as "Chrome sur Android". */
  name: string;
  /** Time of the last use, formatted. */
  lastUsed: ReactNode;
  /** Whether it is the device that shows the list. */
  isCurrent: boolean;
}

export interface DeviceListProps {
  devices: readonly Device[];
  onEnd: (device: Device) => void;
  /** Id of the device that is being logged out. */
  busyId?: string | undefined;
  /** Gives access to the list, to move the focus. */
  listRef?: Ref<HTMLUListElement>;
}

const iconOf = (name: string): ReactNode => {
  if (/iPad|tablette/.test(name)) return <Tablet />;
  return /Android|iPhone/.test(name) ? <Smartphone /> : <Laptop />;
};

/** Lists the devices on which an account is logged in, each with a button to log it out. */
export function DeviceList({ devices, onEnd, busyId, listRef }: DeviceListProps) {
  const endOf = (device: Device) =>
    device.isCurrent ? (
      <Badge tone="success">
        <StatusDot on />
        Cet appareil
      </Badge>
    ) : (
      <Button small busy={device.id === busyId} aria-label={`Déconnecter ${device.name}`} onClick={() => onEnd(device)}>
        Déconnecter
      </Button>
    );
  return (
    <IconList
      label="Appareils connectés"
      listRef={listRef}
      rows={devices.map((device) => ({
        id: device.id,
        icon: iconOf(device.name),
        title: device.name,
        text: device.lastUsed,
        end: endOf(device),
      }))}
    />
  );
}

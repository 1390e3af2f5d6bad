import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { Site } from '../platform/site.ts';
import type { SlowScenario } from './scenarios.ts';

const DRIP_MS = 200;

/** Open connections of one scenario. */
export interface SlowConnections {
  /** Returns the number of connections that the server has not closed. */
  open: () => number;
  close: () => void;
}

const openOne = ({ host, port }: Site, { first, drip, isDeaf }: SlowScenario, localAddress: string): Socket => {
  const socket = connect({ host, port, localAddress, noDelay: true });
  socket.on('error', () => socket.destroy());
  if (isDeaf) socket.pause();
  else socket.resume();
  if (first !== '') socket.write(first, 'latin1');
  if (drip !== undefined) {
    const timer = setInterval(() => void (socket.writable && socket.write(drip, 'latin1')), DRIP_MS);
    socket.once('close', () => clearInterval(timer));
  }
  return socket;
};

/** Opens every connection of a scenario, from each of the given loopback addresses. */
export const openSlowConnections = (
  site: Site,
  scenario: SlowScenario,
  localAddresses: readonly string[],
): SlowConnections => {
  const sockets = localAddresses.flatMap((address) =>
    Array.from({ length: scenario.connections }, () => openOne(site, scenario, address)),
  );
  return {
    open: () => sockets.filter(({ destroyed, readyState }) => !destroyed && readyState !== 'closed').length,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
};

import { useEffect, useState, useSyncExternalStore } from 'react';
import { plural } from 'web-kit/formats';
import { useEntries } from '../uploads/index.tsx';
import type { Queue, UploadList } from '../uploads/index.tsx';

/** Counts the sent files of a list. */
const createTally = (queue: Queue, list: UploadList) => {
  let sent = 0;
  let unannounced = 0;
  return {
    add: () => {
      sent += 1;
      unannounced += 1;
    },
    /** Returns the number sent since the list last had no uploads. */
    read: () => {
      if (queue.entries(list).length === 0) sent = 0;
      return sent;
    },
    /** Returns the number sent since the last call. */
    take: () => {
      const count = unannounced;
      unannounced = 0;
      return count;
    },
  };
};

/**
 * Summarises the uploads of a list. `progress` is "2 sur 5, 1 échec", empty without uploads; `outcome` is
 * "27 fichiers envoyés, 3 en erreur." once no upload is running, empty before. `countSent` is to be called per sent file.
 */
export const useUploadSummary = (queue: Queue, list: UploadList) => {
  const [tally] = useState(() => createTally(queue, list));
  const entries = useEntries(queue, list);
  const sent = useSyncExternalStore(queue.subscribe, tally.read);
  const failed = entries.filter(({ state }) => state === 'failed').length;
  const [outcome, setOutcome] = useState('');
  useEffect(() => {
    let isRunning = false;
    return queue.subscribe(() => {
      const all = queue.entries(list);
      if (all.some(({ state }) => state !== 'failed')) {
        isRunning = true;
        return setOutcome('');
      }
      if (!isRunning) return;
      isRunning = false;
      const arrived = tally.take();
      // Includes files rejected before the upload.
      const parts = [
        plural(arrived, 'fichier envoyé', 'fichiers envoyés'),
        all.length > 0 && `${all.length} en erreur`,
      ];
      // Nothing is announced after a cancellation of all.
      if (arrived + all.length > 0) setOutcome(`${parts.filter(Boolean).join(', ')}.`);
    });
  }, [queue, list, tally]);
  return {
    progress:
      entries.length === 0
        ? ''
        : `${sent} sur ${sent + entries.length}${failed > 0 ? `, ${plural(failed, 'échec', 'échecs')}` : ''}`,
    outcome,
    countSent: tally.add,
  };
};

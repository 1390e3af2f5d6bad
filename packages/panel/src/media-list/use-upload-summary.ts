import { useEffect, useState } from 'react';
import { plural } from 'web-kit/formats';
import type { Queue, UploadList } from '../uploads/index.tsx';

/** Returns the outcome of files added together, once no upload is running: "27 fichiers envoyés, 3 en erreur."; empty before. */
export const useOutcome = (queue: Queue, list: UploadList): string => {
  const [text, setText] = useState('');
  useEffect(() => {
    const seen = new Set<string>();
    return queue.subscribe(() => {
      const entries = queue.entries(list);
      const running = entries.filter(({ state }) => state !== 'failed');
      for (const { id } of running) seen.add(id);
      if (running.length > 0) return setText('');
      if (seen.size === 0) return;
      const arrived = seen.size - entries.filter(({ id }) => seen.has(id)).length;
      // Includes files rejected before the upload.
      const failed = entries.length;
      seen.clear();
      setText(
        `${[plural(arrived, 'fichier envoyé', 'fichiers envoyés'), failed > 0 && `${failed} en erreur`].filter(Boolean).join(', ')}.`,
      );
    });
  }, [queue, list]);
  return text;
};

import type { Ref } from 'react';
import { Button } from 'ui/button';
import { MediaRows } from 'ui/media-row';
import { plural } from 'web-kit/formats';
import type { Queue, UploadEntry } from '../uploads/index.tsx';
import { UploadRow } from '../uploads/index.tsx';
import styles from './upload-rows.module.css';

/** Waiting files rendered as rows; the others are only counted. */
const MAX_WAITING_ROWS = 12;

/** Head of the panel of a list's uploads; the button above the files focuses its title. */
export function UploadsHead({ progress, titleRef }: { progress: string; titleRef: Ref<HTMLHeadingElement> }) {
  return (
    <div className={styles.head}>
      <h4 ref={titleRef} className="heading" tabIndex={-1}>
        Envois
      </h4>
      {progress && <p className="small soft">{progress}</p>}
    </div>
  );
}

/** Running and failed uploads of a list, with actions on all of them. */
export function UploadRows({ entries, queue }: { entries: readonly UploadEntry[]; queue: Queue }) {
  if (entries.length === 0) return null;
  const failed = entries.filter(({ state }) => state === 'failed');
  const hidden = new Set(entries.filter(({ state }) => state === 'waiting').slice(MAX_WAITING_ROWS));
  const running = entries.length - failed.length;
  const resendable = failed.filter(({ isRejected }) => !isRejected);
  // From the last to the first: otherwise a cancelled upload would start a waiting one.
  const cancelAll = () => [...entries].reverse().forEach(({ id, state }) => state !== 'failed' && queue.remove(id));
  const actions: [label: string, run: () => void][] = [];
  if (resendable.length > 1)
    actions.push(['Réessayer les erreurs', () => resendable.forEach(({ id }) => queue.retry(id))]);
  if (failed.length > 1) actions.push(['Retirer les erreurs', () => failed.forEach(({ id }) => queue.remove(id))]);
  if (running > 1) actions.push(['Tout annuler', cancelAll]);
  return (
    <div className={styles.uploads}>
      {actions.length > 0 && (
        <div className={styles.actions}>
          {actions.map(([label, run]) => (
            <Button key={label} small variant="ghost" onClick={run}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <MediaRows label="Envois">
        {entries
          .filter((entry) => !hidden.has(entry))
          .map((entry) => (
            <UploadRow key={entry.id} entry={entry} queue={queue} />
          ))}
      </MediaRows>
      {hidden.size > 0 && (
        <p className="small soft">et {plural(hidden.size, 'autre fichier', 'autres fichiers')} en attente</p>
      )}
    </div>
  );
}

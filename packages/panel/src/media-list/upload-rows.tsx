import { Button } from 'ui/button';
import { MediaRows } from 'ui/media-row';
import { plural } from 'web-kit/formats';
import type { Queue, UploadEntry } from '../uploads/index.tsx';
import { UploadRow } from '../uploads/index.tsx';
import styles from './upload-rows.module.css';

/** Waiting files rendered as rows; the others are only counted. */
const MAX_WAITING_ROWS = 12;

/** Running and failed uploads of a list, with actions on all of them. */
export function UploadRows({ entries, queue }: { entries: readonly UploadEntry[]; queue: Queue }) {
  if (entries.length === 0) return null;
  const failed = entries.filter(({ state }) => state === 'failed');
  const hidden = new Set(entries.filter(({ state }) => state === 'waiting').slice(MAX_WAITING_ROWS));
  const running = entries.length - failed.length;
  const resendable = failed.filter(({ isRejected }) => !isRejected);
  const counts = [
    running > 0 && plural(running, 'envoi en cours', 'envois en cours'),
    failed.length > 0 && `${failed.length} en erreur`,
  ];
  // From the last to the first: otherwise a cancelled upload would start a waiting one.
  const cancelAll = () => [...entries].reverse().forEach(({ id, state }) => state !== 'failed' && queue.remove(id));
  return (
    <div className={styles.uploads}>
      <div className={styles.head}>
        <p className="small soft">{counts.filter(Boolean).join(' · ')}</p>
        {resendable.length > 1 && (
          <Button small variant="ghost" onClick={() => resendable.forEach(({ id }) => queue.retry(id))}>
            Réessayer les erreurs
          </Button>
        )}
        {failed.length > 1 && (
          <Button small variant="ghost" onClick={() => failed.forEach(({ id }) => queue.remove(id))}>
            Retirer les erreurs
          </Button>
        )}
        {running > 1 && (
          <Button small variant="ghost" onClick={cancelAll}>
            Tout annuler
          </Button>
        )}
      </div>
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

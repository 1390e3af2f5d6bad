import FileUp from 'lucide-react/icons/file-up';
import Film from 'lucide-react/icons/film';
import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { memo } from 'react';
import { IconButton } from 'ui/icon-button';
import { MediaRow } from 'ui/media-row';
import { Progress } from 'ui/progress';
import type { Queue, UploadEntry } from './queue.ts';
import { progressText } from './speed.ts';
import { useThumbnail } from './thumbnail.ts';
import { isVideoFile } from './upload-errors.ts';

const stateText = ({ state, sentBytes, file, bytesPerSecond, error }: UploadEntry): string => {
  if (state === 'failed') return error ?? '';
  if (state === 'waiting') return 'En attente';
  const progress = progressText({ sentBytes, totalBytes: file.size, bytesPerSecond });
  if (state === 'paused')
    return `${error ? `${error} Reprise automatique` : 'Connexion perdue, reprise automatique'} · ${progress}`;
  return sentBytes >= file.size ? 'Envoyé, traitement…' : progress;
};

interface UploadRowProps {
  entry: UploadEntry;
  queue: Pick<Queue, 'retry' | 'remove'>;
  as?: 'li' | 'div';
}

/** Row of an upload: preview, progress, and buttons to cancel or retry. */
export const UploadRow = memo(function UploadRow({ entry, queue, as }: UploadRowProps) {
  const { id, file, state, sentBytes, isRejected } = entry;
  const thumbnail = useThumbnail(file);
  const failed = state === 'failed';
  const percent = file.size > 0 ? Math.floor((100 * sentBytes) / file.size) : 0;
  // All bytes are sent; how long the server will process them is unknown.
  const value = failed ? 100 : state === 'sending' && sentBytes >= file.size ? undefined : percent;
  return (
    <MediaRow
      as={as}
      picture={thumbnail}
      icon={isVideoFile(file) ? <Film /> : <FileUp />}
      title={file.name}
      progress={
        <Progress
          label={
            failed ? `Échec de ${file.name}` : state === 'waiting' ? `${file.name} en attente` : `Envoi de ${file.name}`
          }
          value={value}
          tone={failed ? 'danger' : 'plain'}
        />
      }
      state={stateText(entry)}
      tone={failed ? 'error' : 'plain'}
    >
      {failed && !isRejected && (
        <IconButton label={`Réessayer l’envoi de ${file.name}`} onClick={() => queue.retry(id)}>
          <RotateCw />
        </IconButton>
      )}
      <IconButton
        label={failed ? `Retirer ${file.name}` : `Annuler l’envoi de ${file.name}`}
        onClick={() => queue.remove(id)}
      >
        <X />
      </IconButton>
    </MediaRow>
  );
});

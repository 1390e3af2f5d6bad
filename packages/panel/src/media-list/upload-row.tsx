import { TEXTS } from 'contracts/texts';
import FileUp from 'lucide-react/icons/file-up';
import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { IconButton } from 'ui/icon-button';
import { MediaRow } from 'ui/media-row';
import { Progress } from 'ui/progress';
import { formatBytes } from 'web-kit/formats';
import type { UploadEntry } from '../uploads/index.tsx';

interface UploadRowProps {
  entry: UploadEntry;
  onRetry: () => void;
  onRemove: () => void;
}

export function UploadRow({ entry: { file, state, share, error }, onRetry, onRemove }: UploadRowProps) {
  const percent = Math.round(share * 100);
  const failed = state === 'failed';
  return (
    <MediaRow
      picture={null}
      icon={<FileUp />}
      title={file.name}
      progress={<Progress label={failed ? `Échec de ${file.name}` : `Envoi de ${file.name}`} value={failed ? 100 : percent} tone={failed ? 'danger' : 'plain'} />}
      state={failed ? error : state === 'waiting' ? 'En attente' : `${TEXTS.uploading} ${percent} % de ${formatBytes(file.size)}`}
      tone={failed ? 'error' : 'plain'}
    >
      {failed && <IconButton label={`Réessayer l’envoi de ${file.name}`} onClick={onRetry}><RotateCw /></IconButton>}
      <IconButton label={failed ? `Retirer ${file.name}` : `Annuler l’envoi de ${file.name}`} onClick={onRemove}><X /></IconButton>
    </MediaRow>
  );
}

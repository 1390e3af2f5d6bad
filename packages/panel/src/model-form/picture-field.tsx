import { TEXTS } from 'contracts/texts';
import ImageIcon from 'lucide-react/icons/image';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from 'ui/button';
import { MediaRow } from 'ui/media-row';
import type { Caller } from 'web-kit/api';
import { useFocusFallback } from '../focus-fallback/index.tsx';
import { useEntries, UploadRow } from '../uploads/index.tsx';
import type { Queue } from '../uploads/index.tsx';
import styles from './model-form.module.css';
import { sendPicture } from './send-picture.ts';

interface PictureFieldProps {
  kind: 'avatar' | 'cover';
  slug: string;
  session: Caller;
  queue: Queue;
  /** Path of the present picture. */
  picture: string | null;
  /** Help text of one sentence. */
  hint: string;
  /** Text below the name. */
  state: string;
  onUploaded: (filePath: string, isVideo: boolean) => void;
}

/** Avatar or cover: the present picture, and a button to replace it. */
export function PictureField({ kind, slug, session, queue, picture, hint, state, onUploaded }: PictureFieldProps) {
  const hintId = useId();
  const area = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  /** Picture that failed to load, such as the poster of a video that is still being prepared. */
  const [missing, setMissing] = useState<string | null>(null);
  useFocusFallback(area, null, ['button']);
  const uploaded = useRef(onUploaded);
  useEffect(() => {
    uploaded.current = onUploaded;
  });
  const entries = useEntries(queue, kind);
  const busy = entries.some((entry) => entry.state !== 'failed');
  const name = kind === 'avatar' ? 'Avatar' : 'Couverture';

  const send = (file: File) => {
    sendPicture({ kind, file, slug, session, queue, onDone: (...picture) => uploaded.current(...picture) });
  };

  return (
    <div ref={area} className={styles.picture}>
      <MediaRow
        as="div"
        picture={picture === missing ? null : picture}
        onPictureError={() => setMissing(picture)}
        icon={<ImageIcon />}
        title={name}
        state={slug === '' ? TEXTS.slugFirst : state}
      >
        <input
          ref={input}
          className="visually-hidden"
          type="file"
          accept={kind === 'avatar' ? 'image/*' : 'image/*,video/*'}
          tabIndex={-1}
          aria-label={name}
          aria-describedby={hintId}
          disabled={slug === ''}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) send(file);
          }}
        />
        <Button
          small
          disabled={slug === ''}
          busy={busy}
          busyLabel={TEXTS.uploading}
          aria-describedby={hintId}
          onClick={() => input.current?.click()}
        >
          Changer
        </Button>
      </MediaRow>
      <p id={hintId} className={styles.hint}>
        {hint}
      </p>
      {entries.map((entry) => (
        <UploadRow key={entry.id} as="div" entry={entry} queue={queue} />
      ))}
    </div>
  );
}

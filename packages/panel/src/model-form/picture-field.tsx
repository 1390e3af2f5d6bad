import { TEXTS } from 'contracts/texts';
import ImageIcon from 'lucide-react/icons/image';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'ui/button';
import { MediaRow } from 'ui/media-row';
import type { Caller } from 'web-kit/api';
import { useFocusFallback } from '../focus-fallback/index.tsx';
import { useEntries } from '../uploads/index.tsx';
import type { Queue } from '../uploads/index.tsx';
import { pictureSender } from '../uploads/senders.ts';
import { isVideoFile, refusalOf } from '../uploads/upload-errors.ts';
import { UploadRow } from '../uploads/upload-row.tsx';
import styles from './model-form.module.css';

interface PictureFieldProps {
  kind: 'avatar' | 'cover';
  slug: string;
  session: Caller;
  queue: Queue;
  /** Path of what is shown now. */
  picture: string | null;
  /** What stands under the name. */
  state: string;
  onUploaded: (filePath: string, isVideo: boolean) => void;
}

/** Avatar or cover: what is shown now, and another in its place. */
export function PictureField({ kind, slug, session, queue, picture, state, onUploaded }: PictureFieldProps) {
  const area = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  /** A picture that could not be loaded, such as the poster of a video that is still being prepared. */
  const [missing, setMissing] = useState<string | null>(null);
  useFocusFallback(area, null, ['button']);
  const uploaded = useRef(onUploaded);
  useEffect(() => {
    uploaded.current = onUploaded;
  });
  const entries = useEntries(queue, kind);
  const busy = entries.some((entry) => entry.state !== 'failed');
  const disabled = slug === '' || busy;
  const name = kind === 'avatar' ? 'Avatar' : 'Couverture';

  const send = (file: File) => {
    const isVideo = kind === 'cover' && isVideoFile(file);
    // Another choice takes the place of one that failed.
    for (const { id } of queue.entries(kind)) queue.remove(id);
    queue.add([
      {
        list: kind,
        file,
        refusal: refusalOf(file, isVideo ? 'cover-video' : kind === 'avatar' ? 'avatar' : 'cover-image'),
        send: pictureSender(kind, { slug, file, session }),
        onDone: ({ filePath }) => uploaded.current(filePath, isVideo),
      },
    ]);
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
          disabled={disabled}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) send(file);
          }}
        />
        <Button small disabled={disabled} onClick={() => input.current?.click()}>
          {busy ? TEXTS.uploading : 'Changer'}
        </Button>
      </MediaRow>
      {entries.map((entry) => (
        <UploadRow key={entry.id} as="div" entry={entry} queue={queue} />
      ))}
    </div>
  );
}

import { TEXTS } from 'contracts/texts';
import ImageIcon from 'lucide-react/icons/image';
import { useRef, useState } from 'react';
import { Button } from 'ui/button';
import { MediaRow } from 'ui/media-row';
import { Progress } from 'ui/progress';
import { useToast } from 'ui/toast';
import type { Caller } from 'web-kit/api';
import { isVideoFile, refusalOf, sendPicture, uploadErrorText } from '../uploads/index.tsx';

interface PictureFieldProps {
  kind: 'avatar' | 'cover';
  slug: string;
  session: Caller;
  /** Path of what is shown now. */
  picture: string | null;
  /** What stands under the name. */
  state: string;
  onUploaded: (filePath: string, isVideo: boolean) => void;
}

/** Avatar or cover: what is shown now, and another in its place. */
export function PictureField({ kind, slug, session, picture, state, onUploaded }: PictureFieldProps) {
  const show = useToast();
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const name = kind === 'avatar' ? 'Avatar' : 'Couverture';

  const send = async (file: File) => {
    const isVideo = kind === 'cover' && isVideoFile(file);
    const refusal = refusalOf(file, isVideo ? 'cover-video' : kind === 'avatar' ? 'avatar' : 'cover-image');
    if (refusal) return setError(refusal);
    setError(undefined);
    setShare(0);
    try {
      const { filePath } = await sendPicture(kind, file, { slug, session, onProgress: setShare });
      onUploaded(filePath, isVideo);
    } catch (failure) {
      const text = uploadErrorText(failure);
      setError(text);
      show({ tone: 'error', title: TEXTS.error, text });
    } finally {
      setShare(null);
    }
  };

  return (
    <MediaRow
      as="div"
      picture={picture}
      icon={<ImageIcon />}
      title={name}
      progress={share !== null && <Progress label={`Envoi : ${name}`} value={Math.round(share * 100)} />}
      state={error ?? (slug === '' ? TEXTS.slugFirst : state)}
      tone={error ? 'error' : 'plain'}
    >
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept={kind === 'avatar' ? 'image/*' : 'image/*,video/*'}
        tabIndex={-1}
        aria-label={name}
        disabled={slug === ''}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void send(file);
        }}
      />
      <Button small disabled={slug === '' || share !== null} onClick={() => input.current?.click()}>{share === null ? 'Changer' : TEXTS.uploading}</Button>
    </MediaRow>
  );
}

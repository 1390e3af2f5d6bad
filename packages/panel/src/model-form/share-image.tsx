import { isScheduled } from 'contracts/media-items';
import type { ContentItem } from 'contracts/media-items';
import { MODEL_FIELDS } from 'contracts/model-fields';
import { TEXTS } from 'contracts/texts';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Lock from 'lucide-react/icons/lock';
import { useId, useRef, useState } from 'react';
import type { UseFormSetValue } from 'react-hook-form';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { useToast } from 'ui/toast';
import { failureText } from 'web-kit/api';
import type { Caller } from 'web-kit/api';
import { stateTextOf, useDueClock } from '../media-list/index.tsx';
import { UploadRow, useEntries } from '../uploads/index.tsx';
import type { Queue } from '../uploads/index.tsx';
import { fileOfPhoto, sendPicture } from './send-picture.ts';
import styles from './social-preview.module.css';
import type { ModelFormValues } from './values.ts';

/** Photos shown at a time: a model has up to 600. */
const PER_PAGE = 24;

interface ShareImageProps {
  setValue: UseFormSetValue<ModelFormValues>;
  slug: string;
  session: Caller;
  queue: Queue;
  photos: readonly ContentItem[];
}

/** Share image, by upload or as a public copy of one of the model's photos (docs/domain.md#models). */
export function ShareImage({ setValue, photos, ...upload }: ShareImageProps) {
  const show = useToast();
  const hintId = useId();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const [isChoosing, setChoosing] = useState(false);
  const [drawn, setDrawn] = useState(PER_PAGE);
  const entries = useEntries(upload.queue, 'social');
  const [isCopying, setCopying] = useState(false);
  const isBusy = isCopying || entries.some(({ state }) => state !== 'failed');
  const isDisabled = upload.slug === '' || isBusy;
  const nowMs = useDueClock(photos);
  const choices = photos
    .map((photo, index) => ({ photo, name: `Photo ${index + 1}` }))
    .filter(({ photo }) => photo.isViewable && photo.filePath !== '');

  const send = (file: File) =>
    sendPicture({
      ...upload,
      kind: 'social',
      file,
      onDone: (path) => setValue('social_preview_image', path, { shouldDirty: true, shouldValidate: true }),
    });
  const choose = async (photo: ContentItem) => {
    setChoosing(false);
    chooser.current?.focus();
    setCopying(true);
    try {
      send(await fileOfPhoto(photo));
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: failureText(error, { rejected: TEXTS.dataLoadFailed }) });
    } finally {
      setCopying(false);
    }
  };

  return (
    <div className={styles.share} role="group" aria-label="Choisir l’image du partage">
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label="Fichier pour le partage"
        disabled={isDisabled}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) send(file);
        }}
      />
      <div className={styles.ways}>
        <Button
          small
          disabled={upload.slug === ''}
          busy={isBusy}
          busyLabel={TEXTS.uploading}
          aria-describedby={hintId}
          onClick={() => input.current?.click()}
        >
          Envoyer une image
        </Button>
        {choices.length > 0 && (
          <Button
            ref={chooser}
            small
            aria-expanded={isChoosing}
            aria-controls={isChoosing ? listId : undefined}
            onClick={() => setChoosing(!isChoosing)}
          >
            Choisir parmi les photos
          </Button>
        )}
      </div>
      <p id={hintId} className={upload.slug === '' ? 'small soft' : 'visually-hidden'}>
        {upload.slug === '' ? TEXTS.slugFirst : MODEL_FIELDS.social_preview_image.form.hint}
      </p>
      {isChoosing && (
        <>
          <p className="small soft">La copie sera visible par tous.</p>
          <ul id={listId} className={styles.photos} aria-label="Photos du modèle">
            {choices.slice(0, drawn).map(({ photo, name }) => (
              <li key={photo.filename}>
                <button
                  type="button"
                  aria-label={[name, photo.originalName, stateTextOf(photo, nowMs)].filter(Boolean).join(', ')}
                  disabled={isDisabled}
                  onClick={() => void choose(photo)}
                >
                  <img src={photo.image} alt="" loading="lazy" />
                  {(photo.isLocked || isScheduled(photo, nowMs)) && (
                    <span className={styles.mark}>
                      <Badge tone="plate">{isScheduled(photo, nowMs) ? <CalendarClock /> : <Lock />}</Badge>
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ul>
          {choices.length > drawn && (
            <Button small variant="ghost" onClick={() => setDrawn(drawn + PER_PAGE)}>
              Afficher plus de photos
            </Button>
          )}
        </>
      )}
      {entries.map((entry) => (
        <UploadRow key={entry.id} as="div" entry={entry} queue={upload.queue} />
      ))}
    </div>
  );
}

import Upload from 'lucide-react/icons/upload';
import { TEXTS } from 'contracts/texts';
import { useRef } from 'react';
import { Button } from 'ui/button';
import { FormSection } from 'ui/form-section';
import { MediaList } from '../media-list/index.tsx';
import type { MediaListProps } from '../media-list/index.tsx';
import { useEntries } from '../uploads/index.tsx';

interface MediaSectionProps extends Omit<MediaListProps, 'inputRef'> {
  id: string;
  title: string;
  description: string | undefined;
}

/** Section of a media list, with a button to add files beside its title. */
export function MediaSection({ id, title, description, ...list }: MediaSectionProps) {
  const input = useRef<HTMLInputElement>(null);
  const isUploading = useEntries(list.queue, list.fileType).some(({ state }) => state !== 'failed');
  return (
    <FormSection
      wide
      id={id}
      title={title}
      description={description}
      action={
        // The drop zone of an empty list is right below the title.
        list.items.length > 0 && (
          <Button
            small
            disabled={list.slug === ''}
            busy={isUploading}
            busyLabel={TEXTS.uploading}
            onClick={() => input.current?.click()}
          >
            <Upload />
            Ajouter des fichiers
            <span className="visually-hidden">&nbsp;: {title}</span>
          </Button>
        )
      }
    >
      <MediaList {...list} inputRef={input} />
    </FormSection>
  );
}

import { useWatch } from 'react-hook-form';
import type { Control } from 'react-hook-form';
import ImageIcon from 'lucide-react/icons/image';
import { useInitialData } from 'web-kit/initial-data';
import styles from './social-preview.module.css';
import type { ModelFormValues } from './values.ts';

/** Preview of a shared page: empty fields fall back to name, bio, cover and avatar (docs/domain.md#models). */
export function SocialPreview({ control }: { control: Control<ModelFormValues> }) {
  const { siteTitle, publicUrl } = useInitialData();
  const [name, bio, title, description, social, cover, avatar] = useWatch({
    control,
    name: ['name', 'bio', 'custom_title', 'custom_description', 'social_preview_image', 'cover_image', 'avatar_image'],
  });
  const picture = social || cover || avatar;
  return (
    <figure className={styles.preview}>
      <figcaption className="small soft">Aperçu du partage</figcaption>
      <div className={styles.card}>
        {picture ? (
          <img key={picture} src={picture} alt="" loading="lazy" onError={(event) => event.currentTarget.remove()} />
        ) : (
          <span className={styles.none}>
            <ImageIcon />
          </span>
        )}
        <div className={styles.text}>
          <p className={styles.host}>{publicUrl.replace(/^https?:\/\//, '')}</p>
          <p className={styles.title}>{title.trim() || `${name.trim() || 'Nom'} - ${siteTitle}`}</p>
          <p className={styles.description}>{description.trim() || bio.trim()}</p>
        </div>
      </div>
    </figure>
  );
}

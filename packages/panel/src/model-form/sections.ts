import { MODEL_FIELDS, MODEL_SECTIONS } from 'contracts/model-fields';
import type { ModelSection } from 'contracts/model-fields';
import { TEXTS } from 'contracts/texts';
import type { FieldErrors } from 'react-hook-form';
import type { FormPart } from './section-nav.tsx';
import { FORM_FIELDS } from './values.ts';
import type { FormField, ModelFormValues } from './values.ts';

export interface SectionTexts {
  title: string;
  description?: string;
  /** Columns of the section's plain inputs. */
  columns?: 1 | 2 | 3;
}
export const SECTIONS = {
  profile: { title: 'Profil', columns: 3 },
  counters: {
    title: 'Compteurs',
    description: 'Laissés à zéro, les compteurs suivent les médias.',
    columns: 3,
  },
  bio: { title: 'Présentation' },
  live: { title: 'Live', columns: 2 },
  email: { title: 'E-mails', columns: 2 },
  redirection: { title: 'Redirection', columns: 2 },
  telegram: { title: 'Telegram' },
  social: { title: 'SEO et partage', description: 'Laissés vides\u00a0: le nom, la bio et la couverture.' },
  pictures: { title: 'Images' },
  photos: { title: TEXTS.photosTab, description: MODEL_FIELDS.photo_items.form.hint },
  videos: { title: TEXTS.videosTab, description: MODEL_FIELDS.video_items.form.hint },
  replays: { title: TEXTS.replaysTab, description: MODEL_FIELDS.live_replays.form.hint },
} as const satisfies Record<ModelSection, SectionTexts>;

/** Returns the anchor of a section. */
export const sectionId = (section: ModelSection): string => `model-${section}`;

/** Returns the fields of a section, without its media lists. */
export const fieldsOf = (section: ModelSection): FormField[] =>
  FORM_FIELDS.filter((name) => MODEL_FIELDS[name].form.section === section);

/** Returns the links to the sections; only the administrator's form has the redirection. */
export const sectionLinks = (errors: FieldErrors<ModelFormValues>, withRedirection: boolean): FormPart[] =>
  MODEL_SECTIONS.filter((section) => withRedirection || section !== 'redirection').map((section) => ({
    id: sectionId(section),
    label: SECTIONS[section].title,
    errorCount: fieldsOf(section).filter((name) => errors[name]).length,
  }));

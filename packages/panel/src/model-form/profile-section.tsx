import { timeOfDay } from 'contracts/fields';
import { MODEL_FIELDS } from 'contracts/model-fields';
import type { ModelSection } from 'contracts/model-fields';
import { slugify } from 'contracts/slugs';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { Control, UseFormSetValue } from 'react-hook-form';
import { Field } from 'ui/field';
import { Fields } from 'ui/fields';
import { FormSection } from 'ui/form-section';
import { PlainFields } from '../plain-fields/index.tsx';
import type { FormAccess } from '../plain-fields/index.tsx';
import { fieldsOf, sectionId, SECTIONS } from './sections.ts';
import type { SectionTexts } from './sections.ts';
import type { ModelFormValues } from './values.ts';

interface PlainSectionProps extends FormAccess<ModelFormValues> {
  section: ModelSection;
  description?: ReactNode;
  /** Content below the inputs. */
  children?: ReactNode;
}

/** Section of plain inputs. */
export function PlainSection({ section, description, children, ...access }: PlainSectionProps) {
  const texts: SectionTexts = SECTIONS[section];
  return (
    <FormSection id={sectionId(section)} title={texts.title} description={description ?? texts.description}>
      <PlainFields table={MODEL_FIELDS} names={fieldsOf(section)} columns={texts.columns} {...access} />
      {children}
    </FormSection>
  );
}

interface ProfileProps extends FormAccess<ModelFormValues> {
  setValue: UseFormSetValue<ModelFormValues>;
  isNew: boolean;
  /** Whether files were uploaded under the slug: another slug would lose them. */
  isSlugTaken: boolean;
}

/** Name, slug and other facts of a model. The slug of a new model follows its name until the user types one. */
export function ProfileSection({ register, errors, setValue, isNew, isSlugTaken }: ProfileProps) {
  // A slug typed by the user is not replaced by a suggestion.
  const [isProposing, setProposing] = useState(isNew);
  const name = register('name', {
    onChange: ({ target }: { target: HTMLInputElement }) =>
      isProposing &&
      !isSlugTaken &&
      setValue('slug', slugify(target.value), { shouldDirty: true, shouldValidate: Boolean(errors.slug) }),
  });
  const slug = register('slug', {
    onChange: ({ target }: { target: HTMLInputElement }) => setProposing(isNew && target.value === ''),
  });
  return (
    <FormSection id={sectionId('profile')} title={SECTIONS.profile.title}>
      <Fields columns={2}>
        <Field
          label={MODEL_FIELDS.name.form.label}
          hint={MODEL_FIELDS.name.form.hint}
          autoComplete="off"
          error={errors.name?.message}
          {...name}
        />
        <Field
          label={MODEL_FIELDS.slug.form.label}
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="off"
          readOnly={isSlugTaken}
          error={errors.slug?.message}
          hint={
            isSlugTaken
              ? 'Des fichiers ont été ajoutés sous ce slug\u00a0: il pourra changer une fois le modèle créé.'
              : MODEL_FIELDS.slug.form.hint
          }
          {...slug}
        />
      </Fields>
      <PlainFields
        table={MODEL_FIELDS}
        names={fieldsOf('profile')}
        columns={SECTIONS.profile.columns}
        register={register}
        errors={errors}
      />
    </FormSection>
  );
}

/** The schedule as a sentence, once both times are valid. */
export function ScheduleWords({ control }: { control: Control<ModelFormValues> }) {
  const [start, end] = useWatch({ control, name: ['live_schedule_start', 'live_schedule_end'] });
  const times = [timeOfDay.safeParse(start), timeOfDay.safeParse(end)] as const;
  if (!times[0].success || !times[1].success) return 'Horaires de Paris.';
  return `En direct de ${times[0].data} à ${times[1].data}, heure de Paris.`;
}

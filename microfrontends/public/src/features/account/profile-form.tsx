import { zodResolver } from '@hookform/resolvers/zod';
import { profileForm } from 'contracts/subscribers';
import type { ProfileForm as Profile, User } from 'contracts/subscribers';
import { TEXTS } from 'contracts/texts';
import { useForm } from 'react-hook-form';
import { Button } from 'ui/button';
import { Field } from 'ui/field';
import { Fields } from 'ui/fields';
import { useToast } from 'ui/toast';
import { messageOf } from 'web-kit/api';
import { useUnsavedInput } from 'web-kit/logout-losses';
import { useValidationToast } from '../auth/index.ts';
import { changeProfile } from './api/change-profile.ts';
import styles from './account-forms.module.css';

const NAMES = ['firstName', 'lastName', 'username'] as const;
const namesOf = ({ firstName, lastName, username }: User): Profile => ({ firstName, lastName, username });

/** Form of the user's own names. */
export function ProfileForm({ user }: { user: User }) {
  const show = useToast();
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(profileForm),
    values: namesOf(user),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting, isDirty } = formState;
  const onInvalid = useValidationToast<Profile>(NAMES);
  useUnsavedInput(isDirty);

  const save = async (names: Profile) => {
    try {
      await changeProfile(names);
    } catch (error) {
      return show({ tone: 'error', title: TEXTS.error, text: messageOf(error, TEXTS.updateFailed) });
    }
    reset(names);
    show({ tone: 'success', title: 'Modifications enregistrées' });
  };
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit(save, onInvalid)}>
      <Fields columns={2} always>
        <Field label="Prénom" autoComplete="given-name" error={errors.firstName?.message} {...register('firstName')} />
        <Field label="Nom" autoComplete="family-name" error={errors.lastName?.message} {...register('lastName')} />
        <Field
          across
          label="Pseudo"
          autoComplete="nickname"
          hint="Il vous salue quand le prénom manque."
          error={errors.username?.message}
          {...register('username')}
        />
      </Fields>
      <Button type="submit" busy={isSubmitting} busyLabel={TEXTS.sending}>
        Enregistrer
      </Button>
    </form>
  );
}

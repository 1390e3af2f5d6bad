import { zodResolver } from '@hookform/resolvers/zod';
import { nameMissingPassword } from 'account/missing-password';
import { accountDeletion } from 'contracts/personal-data';
import { TEXTS } from 'contracts/texts';
import Trash2 from 'lucide-react/icons/trash-2';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { PasswordField } from 'ui/password-field';
import { useToast } from 'ui/toast';
import { ApiError, messageOf } from 'web-kit/api';
import { subscriberSession } from 'web-kit/session';
import { deleteAccount } from './api/delete-account.ts';
import styles from './personal-data.module.css';

/** Erases the account after the password was entered. */
export function AccountDeletion() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="stack">
      <p>
        Votre nom, votre adresse, vos favoris et vos demandes sont effacés tout de suite et pour toujours. Un abonnement
        en cours est résilié, et l’accès prend fin avec le compte.
      </p>
      <p className="small soft">
        La loi nous oblige à garder les écritures comptables dix ans&nbsp;: elles ne portent ni votre nom ni votre
        adresse.
      </p>
      <div>
        <Button variant="danger" onClick={() => setOpen(true)}>
          <Trash2 />
          Supprimer mon compte
        </Button>
      </div>
      {isOpen && <DeletionDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

function DeletionDialog({ onClose }: { onClose: () => void }) {
  const show = useToast();
  const textId = useId();
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: nameMissingPassword(zodResolver(accountDeletion)),
    defaultValues: { password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = async ({ password }: { password: string }) => {
    try {
      await deleteAccount(password);
    } catch (error) {
      const text = messageOf(error);
      if (error instanceof ApiError && error.code === 'WRONG_PASSWORD')
        setError('password', { message: text }, { shouldFocus: true });
      return show({ tone: 'error', title: TEXTS.error, text });
    }
    show({ tone: 'success', title: 'Compte supprimé', text: 'Un dernier e-mail vous le confirme.' });
    subscriberSession.clear();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Supprimer votre compte&nbsp;?"
      titleStyle="heading"
      role="alertdialog"
      describedBy={textId}
    >
      <p id={textId} className="soft">
        Un abonnement en cours est résilié, et l’accès s’arrête tout de suite. Rien ne pourra être rétabli. Confirmez
        avec votre mot de passe.
      </p>
      <form className={styles.form} noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
        <PasswordField
          label="Mot de passe"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <div className={styles.actions}>
          <Button variant="ghost" onClick={onClose}>
            {TEXTS.cancel}
          </Button>
          <Button type="submit" variant="danger" busy={isSubmitting} busyLabel={TEXTS.sending}>
            Supprimer définitivement
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

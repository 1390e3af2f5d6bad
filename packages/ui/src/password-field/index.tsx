import { useState, type ComponentProps } from 'react';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { classNames } from '../class-names.ts';
import { FieldFrame, type FieldTexts } from '../field/frame.tsx';
import fieldStyles from '../field/field.module.css';
import { IconButton } from '../icon-button/index.tsx';
import styles from './password-field.module.css';

export type PasswordFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'type'>;

/** Password field with a visibility toggle. */
export function PasswordField({ label, hint, error, across, id, className, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame label={label} hint={hint} error={error} across={across} id={id}>
      {(control) => (
        <span className={styles.withButton}>
          <input
            className={classNames(fieldStyles.control, styles.password, className)}
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
          />
          <IconButton
            className={styles.reveal}
            label={shown ? 'Masquer le mot de passe' : 'Afficher le mot de passe'}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff /> : <Eye />}
          </IconButton>
        </span>
      )}
    </FieldFrame>
  );
}

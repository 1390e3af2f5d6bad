import type { Ref } from 'react';
import { Field } from 'ui/field';

interface CodeFieldProps {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}

/** Input for the code of an authenticator application; phones suggest it above their keyboard. */
export function CodeField({ value, onChange, error, inputRef }: CodeFieldProps) {
  return (
    <Field
      ref={inputRef}
      label="Code de vérification"
      hint="Les 6 chiffres de votre application d’authentification."
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
      required
    />
  );
}

import type { WithdrawalRequest } from 'contracts/contract-requests';
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { Field } from 'ui/field';

type Person = Pick<WithdrawalRequest, 'firstName' | 'lastName' | 'email'>;

interface PersonFieldsProps {
  register: (name: keyof Person) => UseFormRegisterReturn;
  errors: FieldErrors<Person>;
}

/** Fields of the person whose contract ends; no login is needed. */
export const PersonFields = ({ register, errors }: PersonFieldsProps) => (
  <>
    <Field label="Prénom" autoComplete="given-name" error={errors.firstName?.message} {...register('firstName')} />
    <Field label="Nom" autoComplete="family-name" error={errors.lastName?.message} {...register('lastName')} />
    <Field
      across
      label="E-mail de l’abonnement"
      type="email"
      inputMode="email"
      autoComplete="email"
      error={errors.email?.message}
      {...register('email')}
    />
  </>
);

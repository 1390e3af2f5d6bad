import { TEXTS } from 'contracts/texts';
import type { FieldErrors, FieldValues, Path } from 'react-hook-form';
import { get } from 'react-hook-form';
import { useToast } from 'ui/toast';

/** Shows the first validation message, in the order of the form, as a toast. */
export const useValidationToast = <Form extends FieldValues>(order: readonly Path<Form>[]) => {
  const toast = useToast();
  return (errors: FieldErrors<Form>): void => {
    const messages = order.map(
      (name) => get<FieldErrors<Form>, { message?: string } | undefined>(errors, name)?.message,
    );
    toast({ title: TEXTS.validationError, text: messages.find(Boolean), tone: 'error' });
  };
};

import type { ErrorCode } from 'contracts/errors';
import { TEXTS } from 'contracts/texts';
import type { ComponentProps } from 'react';
import type { FieldErrors, FieldValues, Path } from 'react-hook-form';
import { get } from 'react-hook-form';
import { useOwnToast } from 'ui/toast';
import { ApiError, messageOf } from 'web-kit/api';
import styles from './auth-form.module.css';

/** Form without the browser's validation: its messages come from the contracts' schemas. */
export const AuthForm = (props: ComponentProps<'form'>) => <form className={styles.form} noValidate {...props} />;

/**
 * Shows the first validation message, in the order of the form, as a toast. The toast is removed with the form, which its receipt
 * may replace.
 */
export const useValidationToast = <Form extends FieldValues>(order: readonly Path<Form>[]) => {
  const { show } = useOwnToast();
  return (errors: FieldErrors<Form>): void => {
    const messages = order.map(
      (name) => get<FieldErrors<Form>, { message?: string } | undefined>(errors, name)?.message,
    );
    show({ title: TEXTS.validationError, text: messages.find(Boolean), tone: 'error' });
  };
};

const isWithoutSentence = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.code === 'NETWORK' || error.code === 'UNREADABLE';

/**
 * Shows why a call failed, as a toast that is removed with the form: the server's sentence, otherwise a specified one
 * (docs/domain.md#errors).
 * @param rejected text for a response without a sentence
 * @param outage text for a missing response, or one without a sentence that does not reject the credentials, such as a proxy's page
 */
export const useErrorToast = (rejected: string, outage?: string) => {
  const { show, hide } = useOwnToast();
  const showError = (error: unknown): void => {
    const isRejection = error instanceof ApiError && error.status === 401;
    const text = outage !== undefined && isWithoutSentence(error) && !isRejection ? outage : messageOf(error, rejected);
    show({ title: TEXTS.error, text, tone: 'error' });
  };
  return { showError, hideError: hide };
};

/** Whether a call was rejected with one of these codes. */
export const hasCode = (error: unknown, ...codes: ErrorCode[]): error is ApiError =>
  error instanceof ApiError && (codes as string[]).includes(error.code);

/** Returns the server's sentence about a new password, for its field; undefined when the call failed for another reason. */
export const passwordRejection = (error: unknown): string | undefined =>
  hasCode(error, 'PASSWORD_TOO_COMMON', 'PASSWORD_TOO_PERSONAL') ? error.message : undefined;

import type { ErrorCode } from 'contracts/errors';
import { TEXTS } from 'contracts/texts';
import type { ComponentProps } from 'react';
import type { FieldErrors, FieldValues, Path } from 'react-hook-form';
import { get } from 'react-hook-form';
import { useOwnToast } from 'ui/toast';
import { ApiError, isOutage, messageOf } from 'web-kit/api';
import styles from './auth-form.module.css';

/** A form of this site: its messages come from the contracts' schemas, not from the browser. */
export const AuthForm = (props: ComponentProps<'form'>) => <form className={styles.form} noValidate {...props} />;

/** Shows the first validation message, in the order of the form, as a toast, until the form has gone: its receipt may stand there. */
export const useValidationToast = <Form extends FieldValues>(order: readonly Path<Form>[]) => {
  const { show } = useOwnToast();
  return (errors: FieldErrors<Form>): void => {
    const messages = order.map(
      (name) => get<FieldErrors<Form>, { message?: string } | undefined>(errors, name)?.message,
    );
    show({ title: TEXTS.validationError, text: messages.find(Boolean), tone: 'error' });
  };
};

/** Whether a call failed before the platform decided it; so does one that a limit of the network refused. */
const isUndecided = (error: unknown): boolean => isOutage(error) || (error instanceof ApiError && error.status === 429);
const isWithoutSentence = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.code === 'NETWORK' || error.code === 'UNREADABLE';

/**
 * Shows why a call failed, until the form has gone: the server's sentence, otherwise a specified one (docs/domain.md#errors).
 * @param rejected for a response without a sentence
 * @param outage for a missing response, or a 5xx or 429 without a sentence
 */
export const useErrorToast = (rejected: string, outage?: string) => {
  const { show, hide } = useOwnToast();
  const showError = (error: unknown): void => {
    const text =
      outage !== undefined && isUndecided(error) && isWithoutSentence(error) ? outage : messageOf(error, rejected);
    show({ title: TEXTS.error, text, tone: 'error' });
  };
  return { showError, hideError: hide };
};

/** Whether a call was rejected with one of these codes. */
export const hasCode = (error: unknown, ...codes: ErrorCode[]): error is ApiError =>
  error instanceof ApiError && (codes as string[]).includes(error.code);

/** The server's sentence about a new password, for its field; undefined where the call failed for another reason. */
export const passwordRejection = (error: unknown): string | undefined =>
  hasCode(error, 'PASSWORD_TOO_COMMON', 'PASSWORD_TOO_PERSONAL') ? error.message : undefined;

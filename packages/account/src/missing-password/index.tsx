import { TEXTS } from 'contracts/texts';
import type { FieldError, FieldValues, Resolver } from 'react-hook-form';

/** Wraps a form's resolver, so that an omitted present password is reported as missing, not as wrong. */
export const nameMissingPassword =
  <Values extends FieldValues, Context, Output>(
    resolve: Resolver<Values, Context, Output>,
  ): Resolver<Values, Context, Output> =>
  async (...input) => {
    const result = await resolve(...input);
    for (const error of Object.values(result.errors) as FieldError[])
      if (error.type === 'too_small' && error.message === TEXTS.wrongPassword)
        error.message = 'Indiquez votre mot de passe';
    return result;
  };

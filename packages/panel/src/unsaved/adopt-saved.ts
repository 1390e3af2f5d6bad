import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * Adopts the values that a save has stored, normalised by the server. Values typed since the save began stay as unsaved input.
 * @returns whether there is unsaved input
 */
export const adoptSaved = <Values extends FieldValues>(
  { getValues, reset, setValue }: Pick<UseFormReturn<Values>, 'getValues' | 'reset' | 'setValue'>,
  sent: Values,
  stored: Values,
): boolean => {
  const names = Object.keys(stored) as Path<Values>[];
  const typed = getValues();
  const newer = names.filter((name) => typed[name] !== sent[name]);
  // Field by field: resetting the inputs would move the cursor of the one being typed into.
  reset(stored, { keepValues: true });
  for (const name of names)
    if (typed[name] !== stored[name])
      setValue(name, newer.includes(name) ? typed[name] : stored[name], { shouldDirty: true });
  return newer.length > 0;
};

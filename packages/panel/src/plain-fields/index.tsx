import { PLAIN_INPUTS } from 'contracts/form-input';
import { timeOfDay } from 'contracts/fields';
import type { FormInput, PlainInput } from 'contracts/form-input';
import type { ClipboardEvent } from 'react';
import type { FieldErrors, FieldValues, Path, UseFormRegister, UseFormRegisterReturn } from 'react-hook-form';
import { Field } from 'ui/field';
import { Fields } from 'ui/fields';
import { TextArea } from 'ui/text-area';
import { Toggle } from 'ui/toggle';

type Row = Omit<FormInput<string>, 'section'>;

export interface FormAccess<Values extends FieldValues> {
  register: UseFormRegister<Values>;
  errors: FieldErrors<Values>;
}

const PROPERTIES = {
  text: { autoComplete: 'off' },
  number: { inputMode: 'numeric' },
  time: { type: 'time' },
  email: { type: 'email', autoComplete: 'off' },
  url: { type: 'url', autoComplete: 'off' },
} as const satisfies Record<Exclude<PlainInput, 'toggle' | 'longText'>, object>;

/** Accepts a pasted "21h30" or "21:30", which browsers ignore in an input of type time. */
const pasteTime = (event: ClipboardEvent<HTMLInputElement>, { onChange }: UseFormRegisterReturn): void => {
  const { data } = timeOfDay.safeParse(event.clipboardData.getData('text'));
  if (data === undefined) return;
  event.preventDefault();
  event.currentTarget.value = data;
  void onChange({ target: event.currentTarget, type: 'change' });
};

const isPlain = (input: string): input is PlainInput => (PLAIN_INPUTS as readonly string[]).includes(input);

function PlainField<Values extends FieldValues>({
  name,
  row: { input, label, hint, ...options },
  register,
  errors,
}: FormAccess<Values> & { name: Path<Values>; row: Row }) {
  if (!isPlain(input)) return null;
  const field = { label, hint, ...register(name) };
  if (input === 'toggle') return <Toggle {...field} />;
  const message = errors[name]?.message;
  const error = typeof message === 'string' ? message : undefined;
  const { placeholder, rows, across } = options;
  return input === 'longText' ? (
    <TextArea {...field} rows={rows} error={error} />
  ) : (
    <Field
      {...field}
      {...PROPERTIES[input]}
      {...(input === 'time' && {
        onPaste: (event: ClipboardEvent<HTMLInputElement>) => pasteTime(event, field),
      })}
      placeholder={placeholder}
      across={across}
      error={error}
    />
  );
}

interface PlainFieldsProps<Values extends FieldValues, Name extends Path<Values>> extends FormAccess<Values> {
  table: Readonly<Record<Name, { form: Row }>>;
  names: readonly Name[];
  columns?: 1 | 2 | 3;
}

/** Renders the inputs of those named fields that their rows describe completely, in the given order. */
export function PlainFields<Values extends FieldValues, Name extends Path<Values>>({
  table,
  names,
  columns = 1,
  ...access
}: PlainFieldsProps<Values, Name>) {
  const plain = names.filter((name) => isPlain(table[name].form.input));
  if (plain.length === 0) return null;
  return (
    <Fields columns={columns}>
      {plain.map((name) => (
        <PlainField key={name} name={name} row={table[name].form} {...access} />
      ))}
    </Fields>
  );
}

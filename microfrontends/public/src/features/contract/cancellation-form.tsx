import { zodResolver } from '@hookform/resolvers/zod';
import { CANCELLATION_MAX_DAYS_AHEAD, cancellationRequest, REASON_MAX_LENGTH } from 'contracts/contract-requests';
import type { CancellationRequest } from 'contracts/contract-requests';
import { addDays, parisDay } from 'contracts/days';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button, ButtonLink } from 'ui/button';
import { Field } from 'ui/field';
import { Fields } from 'ui/fields';
import { Select } from 'ui/select';
import { TextArea } from 'ui/text-area';
import { useUnsavedInput } from 'web-kit/logout-losses';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';
import { useValidationToast } from '../auth/index.ts';
import styles from './contract.module.css';
import { PersonFields } from './person-fields.tsx';
import { PRESERVE_TYPED } from './use-contract-form.ts';

interface CancellationFormProps {
  values: CancellationRequest;
  onSubmit: (request: CancellationRequest) => void;
}

const FIELDS = ['firstName', 'lastName', 'email', 'effectiveDay', 'reason'] as const;

/** Form of a cancellation: person, date and reason. */
export function CancellationForm({ values, onSubmit }: CancellationFormProps) {
  const { register, handleSubmit, formState, getValues } = useForm({
    resolver: zodResolver(cancellationRequest),
    values,
    resetOptions: PRESERVE_TYPED,
    shouldUnregister: true,
  });
  const [isLater, setLater] = useState(Boolean(values.effectiveDay));
  const onInvalid = useValidationToast<CancellationRequest>(FIELDS);
  const { errors, isDirty } = formState;
  useUnsavedInput(isDirty);
  const [today] = useState(() => parisDay(Date.now()));
  const submit = handleSubmit(() => onSubmit(getValues()), onInvalid);
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Fields columns={2} always>
        <PersonFields register={register} errors={errors} />
        <Select
          across
          label="Date de résiliation"
          value={isLater ? 'later' : 'soon'}
          onChange={({ target }) => setLater(target.value === 'later')}
        >
          <option value="soon">Dès que possible (fin de période)</option>
          <option value="later">À une autre date</option>
        </Select>
        {isLater && (
          <Field
            across
            label="Résilier à partir du"
            type="date"
            min={today}
            max={addDays(today, CANCELLATION_MAX_DAYS_AHEAD)}
            error={errors.effectiveDay?.message}
            {...register('effectiveDay')}
          />
        )}
        <TextArea
          across
          label="Motif (facultatif)"
          rows={2}
          maxLength={REASON_MAX_LENGTH}
          error={errors.reason?.message}
          {...register('reason')}
        />
      </Fields>
      <div className="row">
        <Button type="submit" variant="primary">
          Vérifier ma demande
        </Button>
        <ButtonLink variant="ghost" href={paths.home()} component={Link}>
          Annuler
        </ButtonLink>
      </div>
    </form>
  );
}

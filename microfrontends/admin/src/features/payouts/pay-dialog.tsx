import { payoutReference } from 'contracts/commissions';
import type { PayoutBatch } from 'contracts/commissions';
import { TEXTS } from 'contracts/texts';
import { useId, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { Field } from 'ui/field';
import { FormSection } from 'ui/form-section';
import { plural } from 'web-kit/formats';
import { markBatchPaid } from './api/mark-batch-paid.ts';
import { totalText } from './due-section.tsx';
import { useChange } from './use-change.ts';

interface PayDialogProps {
  batch: PayoutBatch;
  onClose: () => void;
}

/** Confirms that a batch was paid, with the reference of its transfer. */
export function PayDialog({ batch: { id, number, totals, statements }, onClose }: PayDialogProps) {
  const formId = useId();
  const { isBusy, change } = useChange();
  const field = useRef<HTMLInputElement>(null);
  const [reference, setReference] = useState('');
  const [fault, setFault] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const { error } = payoutReference.safeParse({ reference });
    setFault(error?.issues[0]?.message);
    if (error) return field.current?.focus();
    if (await change(() => markBatchPaid(id, reference), 'Lot marqué comme versé', `Lot n°\u00a0${number}`)) onClose();
  };
  return (
    <Dialog
      open
      size="form"
      title={`Marquer le lot n°\u00a0${number} comme versé\u00a0?`}
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {TEXTS.cancel}
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={isBusy}>
            Marquer comme versé
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <FormSection title={`${totalText(totals)} à ${plural(statements.length, 'affilié')}`}>
          <p className="soft">
            Confirmez une fois le virement effectué&nbsp;: les relevés deviennent visibles des affiliés, et cela ne peut
            pas être annulé.
          </p>
          <Field
            ref={field}
            label="Référence du virement"
            autoComplete="off"
            maxLength={100}
            value={reference}
            error={fault}
            onChange={({ target }) => setReference(target.value)}
          />
        </FormSection>
      </form>
    </Dialog>
  );
}

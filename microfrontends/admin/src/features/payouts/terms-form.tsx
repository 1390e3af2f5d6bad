import { MAX_HOLDING_DAYS, MAX_PAYOUT_MINIMUM_CENTS } from 'contracts/commissions';
import type { AffiliateTerms, CommissionRate, NewCommissionTerms } from 'contracts/commissions';
import { addDays, parisDay } from 'contracts/days';
import { ofName, TEXTS } from 'contracts/texts';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { UnsavedDialog, useUnsavedGuard } from 'panel/unsaved';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { Field } from 'ui/field';
import { Fields } from 'ui/fields';
import { FormSection } from 'ui/form-section';
import { Select } from 'ui/select';
import { formatNumber } from 'web-kit/formats';
import { setTerms } from './api/set-terms.ts';
import { hundredthsOf, hundredthsText } from './hundredths.ts';
import { useChange } from './use-change.ts';

type Kind = CommissionRate['kind'];
/** Values as typed. */
interface Values {
  firstKind: Kind;
  first: string;
  renewalKind: Kind;
  renewal: string;
  holdingDays: string;
  minimum: string;
  day: string;
}

const MAX_HUNDREDTHS: Record<Kind, number> = { percent: 10_000, fixed: 100_000 };
const typedRate = (rate: CommissionRate): string =>
  hundredthsText(rate.kind === 'percent' ? rate.basis_points : rate.cents);
const rateOf = (kind: Kind, text: string): CommissionRate => {
  const hundredths = hundredthsOf(text) ?? 0;
  return kind === 'percent' ? { kind, basis_points: hundredths } : { kind, cents: hundredths };
};
const amountText = (cents: number): string => `${formatNumber(cents / 100)}\u00a0€`;
const isUpTo = (text: string, most: number): boolean => {
  const hundredths = hundredthsOf(text);
  return hundredths !== null && hundredths <= most;
};
const valuesOf = ({ first, renewal, holding_days, minimum_cents }: AffiliateTerms['terms'], day: string): Values => ({
  firstKind: first.kind,
  first: typedRate(first),
  renewalKind: renewal.kind,
  renewal: typedRate(renewal),
  holdingDays: String(holding_days),
  minimum: hundredthsText(minimum_cents),
  day,
});
const termsOf = (values: Values): NewCommissionTerms => ({
  first: rateOf(values.firstKind, values.first),
  renewal: rateOf(values.renewalKind, values.renewal),
  holding_days: Number(values.holdingDays),
  minimum_cents: hundredthsOf(values.minimum) ?? 0,
  effective_day: values.day || null,
});

interface TermsFormProps {
  edited: AffiliateTerms;
  onClose: () => void;
}

/** Form of an affiliate's commission terms, valid from now or from a later day; planned terms keep their day. */
export function TermsForm({ edited: { affiliate, terms, next }, onClose }: TermsFormProps) {
  const formId = useId();
  const { isBusy, change } = useChange();
  const [tomorrow] = useState(() => addDays(parisDay(Date.now()), 1));
  const { register, handleSubmit, getValues, formState } = useForm<Values>({
    defaultValues: next ? valuesOf(next.terms, parisDay(Date.parse(next.effective_from))) : valuesOf(terms, ''),
  });
  const { errors, isDirty } = formState;
  const [isConfirmingExit, setConfirmingExit] = useState(false);
  useUnsavedGuard(isDirty, () => setConfirmingExit(true));
  const close = () => (isDirty ? setConfirmingExit(true) : onClose());
  const save = async (values: Values) => {
    if (await change(() => setTerms(affiliate.id, termsOf(values)), 'Conditions enregistrées', affiliate.name))
      onClose();
  };
  const rateFields = (name: 'first' | 'renewal', title: string) => (
    <FormSection title={title}>
      <Fields columns={2}>
        <Select label="Type" {...register(`${name}Kind`)}>
          <option value="percent">Pourcentage du paiement</option>
          <option value="fixed">Montant fixe en euros</option>
        </Select>
        <Field
          label="Taux ou montant"
          inputMode="decimal"
          autoComplete="off"
          error={errors[name]?.message}
          {...register(name, {
            validate: (text) =>
              isUpTo(text, MAX_HUNDREDTHS[getValues(`${name}Kind`)]) ||
              `Indiquez un pourcentage de 0 à ${MAX_HUNDREDTHS.percent / 100} ou un montant de 0 à ${amountText(MAX_HUNDREDTHS.fixed)}`,
          })}
        />
      </Fields>
    </FormSection>
  );
  return (
    <Dialog
      open
      size="form"
      title={`Conditions ${ofName(affiliate.name)}`}
      onClose={close}
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            {TEXTS.cancel}
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={isBusy}>
            Enregistrer
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit(save)}>
        {rateFields('first', 'Premier paiement')}
        {rateFields('renewal', 'Renouvellement')}
        <FormSection title="Versement">
          <Fields columns={2}>
            <Field
              label="Retenue, en jours"
              inputMode="numeric"
              autoComplete="off"
              error={errors.holdingDays?.message}
              {...register('holdingDays', {
                validate: (text) =>
                  (/^\d{1,3}$/.test(text.trim()) && Number(text) <= MAX_HOLDING_DAYS) ||
                  `Indiquez de 0 à ${MAX_HOLDING_DAYS} jours`,
              })}
            />
            <Field
              label="Minimum d’un versement, en euros"
              inputMode="decimal"
              autoComplete="off"
              error={errors.minimum?.message}
              {...register('minimum', {
                validate: (text) =>
                  isUpTo(text, MAX_PAYOUT_MINIMUM_CENTS) ||
                  `Indiquez un montant de 0 à ${amountText(MAX_PAYOUT_MINIMUM_CENTS)}`,
              })}
            />
            <Field
              label="À partir du"
              type="date"
              min={tomorrow}
              hint={'Laissé vide\u00a0: dès maintenant.'}
              error={errors.day?.message}
              {...register('day', { validate: (day) => day === '' || day >= tomorrow || 'Choisissez un jour à venir' })}
            />
          </Fields>
        </FormSection>
      </form>
      <UnsavedDialog
        open={isConfirmingExit}
        what={affiliate.name}
        onStay={() => setConfirmingExit(false)}
        onLeave={onClose}
      />
    </Dialog>
  );
}

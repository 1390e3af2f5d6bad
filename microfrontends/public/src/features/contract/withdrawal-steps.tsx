import { zodResolver } from '@hookform/resolvers/zod';
import { WITHDRAWAL_DAYS, withdrawalRequest } from 'contracts/contract-requests';
import type { ContractReceipt, WithdrawalRequest } from 'contracts/contract-requests';
import { TEXTS } from 'contracts/texts';
import { useForm } from 'react-hook-form';
import { Button, ButtonLink } from 'ui/button';
import { Facts } from 'ui/facts';
import { Fields } from 'ui/fields';
import { FormAct } from 'ui/form-act';
import { TextLink } from 'ui/text-link';
import { useUnsavedInput } from 'web-kit/logout-losses';
import { headingOf } from 'web-kit/page-head';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';
import { useValidationToast } from '../auth/index.ts';
import { sendWithdrawal } from './api/request-withdrawal.ts';
import styles from './contract.module.css';
import { PersonFields } from './person-fields.tsx';
import { Receipt } from './receipt.tsx';
import { PRESERVE_TYPED, useContractRequest, useOwnPerson } from './use-contract-form.ts';

/** "Renoncer au contrat ici": statement, confirmation and receipt (docs/domain.md#end-of-a-contract). */
export function WithdrawalSteps() {
  const person = useOwnPerson();
  const withdrawal = useContractRequest(sendWithdrawal);
  const email = withdrawal.variables?.email ?? '';
  if (withdrawal.receipt) return <Done receipt={withdrawal.receipt} email={email} />;
  return (
    <FormAct title="Renoncer au contrat ici" aside={<Delays />} takesFocus={withdrawal.data !== undefined}>
      <p className="lead soft">
        Dans les {WITHDRAWAL_DAYS}&nbsp;jours qui suivent la souscription, vous pouvez vous rétracter sans donner de
        motif. Le paiement vous est rendu et l’accès s’arrête.
      </p>
      <WithdrawalForm
        values={person}
        isBusy={withdrawal.isPending}
        onSubmit={(request) => withdrawal.mutate(request)}
      />
    </FormAct>
  );
}

const Delays = () => (
  <>
    <h2 className="heading">Délais</h2>
    <Facts
      facts={[
        { term: 'Se rétracter', value: `${WITHDRAWAL_DAYS}\u00a0jours` },
        { term: 'Accusé de réception', value: 'immédiat, par e-mail' },
        { term: 'Remboursement', value: '14\u00a0jours au plus' },
      ]}
    />
    <p className="small soft">Passé ce délai, votre contrat se résilie à tout moment.</p>
    <CancellationLink />
  </>
);

function CancellationLink() {
  return (
    <TextLink href={paths.cancellation()} component={Link} arrow>
      {headingOf('cancellation')}
    </TextLink>
  );
}

interface WithdrawalFormProps {
  values: WithdrawalRequest;
  isBusy: boolean;
  onSubmit: (request: WithdrawalRequest) => void;
}

function WithdrawalForm({ values, isBusy, onSubmit }: WithdrawalFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(withdrawalRequest),
    values,
    resetOptions: PRESERVE_TYPED,
  });
  const onInvalid = useValidationToast<WithdrawalRequest>(['firstName', 'lastName', 'email']);
  const { errors, isDirty } = formState;
  useUnsavedInput(isDirty);
  const submit = handleSubmit(onSubmit, onInvalid);
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Fields columns={2} always>
        <PersonFields register={register} errors={errors} />
      </Fields>
      <div className="row">
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={TEXTS.sending}>
          Confirmer la rétractation
        </Button>
        <ButtonLink variant="ghost" href={paths.home()} component={Link}>
          Annuler
        </ButtonLink>
      </div>
    </form>
  );
}

/** Returns the texts of the receipt. Without a login they reveal nothing about the address: the outcome is in the mail. */
const outcomeTexts = ({ outcome }: ContractReceipt, email: string): { title: string; lead: string } => {
  switch (outcome) {
    case 'accepted':
      return {
        title: 'Votre rétractation est enregistrée',
        lead: 'Votre contrat a pris fin, et l’accès avec lui. Le paiement vous est rendu dans les 14\u00a0jours.',
      };
    case 'already-ended':
      return { title: 'Vous aviez déjà renoncé', lead: 'Il n’y a rien d’autre à faire.' };
    case 'too-late':
      return {
        title: `Le délai de ${WITHDRAWAL_DAYS}\u00a0jours est passé`,
        lead: 'Votre contrat continue. Vous pouvez le résilier à tout moment.',
      };
    case 'no-contract':
      return { title: 'Aucun contrat en cours', lead: 'Rien n’a changé, et rien ne vous sera prélevé.' };
    default:
      return {
        title: 'Votre déclaration est enregistrée',
        lead: `Un accusé de réception part à ${email}\u00a0: il indique ce qu’il en est de votre contrat.`,
      };
  }
};

function Done({ receipt, email }: { receipt: ContractReceipt; email: string }) {
  const { title, lead } = outcomeTexts(receipt, email);
  return (
    <FormAct title={title} takesFocus>
      <p className="lead soft">{lead}</p>
      <Receipt title={title} receipt={receipt} email={email} />
      {receipt.outcome === 'too-late' && <CancellationLink />}
    </FormAct>
  );
}

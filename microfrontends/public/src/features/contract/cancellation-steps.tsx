import type { CancellationRequest, ContractReceipt } from 'contracts/contract-requests';
import { contractName } from 'contracts/contract-texts';
import { countDays, parisDay } from 'contracts/days';
import { TEXTS } from 'contracts/texts';
import { useEffect, useState } from 'react';
import { Button } from 'ui/button';
import { Steps } from 'ui/checkout-step';
import { Facts } from 'ui/facts';
import { FormAct } from 'ui/form-act';
import { PassTicket } from 'ui/pass-ticket';
import { TextLink } from 'ui/text-link';
import { formatDate } from 'web-kit/formats';
import { useInitialData } from 'web-kit/initial-data';
import { headingOf } from 'web-kit/page-head';
import { paths } from 'web-kit/paths';
import { useLocation, useNavigate } from 'web-kit/router';
import chair from '../../pictures/still-chair.webp';
import { sendCancellation } from './api/request-cancellation.ts';
import { CancellationForm } from './cancellation-form.tsx';
import styles from './contract.module.css';
import { effectiveFrom, Receipt } from './receipt.tsx';
import { useContractRequest, useOwnPeriodEnd, useOwnPerson } from './use-contract-form.ts';

const STEPS = ['Vos coordonnées', 'Vérification', 'Confirmation'] as const;
/** Fragment of the summary's address, so that the back button leads to the form. */
const CHECKING = '#verification';

/** Cancellation of a contract: form, summary and receipt (docs/domain.md#end-of-a-contract). */
export function CancellationSteps() {
  const person = useOwnPerson();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [request, setRequest] = useState<CancellationRequest | null>(null);
  const [hasChecked, setChecked] = useState(false);
  const cancellation = useContractRequest(sendCancellation);

  const isSummaryOfNothing = hash === CHECKING && !request;
  useEffect(() => {
    // A summary without a request, after a reload, is replaced by the form, so that the back button never leads to it.
    if (isSummaryOfNothing) void navigate(paths.cancellation(), { replace: true });
  }, [isSummaryOfNothing, navigate]);

  if (cancellation.receipt && request) return <Done receipt={cancellation.receipt} request={request} />;
  if (request && hash === CHECKING)
    return (
      <Check
        request={request}
        isBusy={cancellation.isPending}
        onConfirm={() => cancellation.mutate(request)}
        onBack={() => void navigate(-1)}
      />
    );
  const check = (typed: CancellationRequest) => {
    cancellation.reset();
    setRequest(typed);
    setChecked(true);
    void navigate(`${paths.cancellation()}${CHECKING}`);
  };
  return (
    <FormAct
      title={headingOf('cancellation')}
      steps={<Steps steps={STEPS} done={0} />}
      takesFocus={hasChecked}
      aside={
        <Aside
          title="Ce qui se passe ensuite"
          points={[
            { what: 'Vous vérifiez', how: 'Tout est montré avant l’envoi.' },
            { what: 'Un e-mail confirme', how: 'Il vous sert de preuve. Rien à renvoyer.' },
            { what: 'Vous gardez l’accès', how: 'Jusqu’à la fin du mois déjà payé. Plus rien n’est prélevé.' },
          ]}
        />
      }
    >
      <p className="lead soft">Sans connexion et sans appel. Il suffit de l’adresse e-mail de votre abonnement.</p>
      <CancellationForm values={(!cancellation.data && request) || person} onSubmit={check} />
    </FormAct>
  );
}

interface CheckProps {
  request: CancellationRequest;
  isBusy: boolean;
  onConfirm: () => void;
  onBack: () => void;
}

function Check({
  request: { firstName, lastName, email, effectiveDay, reason },
  isBusy,
  onConfirm,
  onBack,
}: CheckProps) {
  const { siteTitle } = useInitialData();
  const periodEnd = useOwnPeriodEnd(email);
  const [now] = useState(Date.now);
  const end = periodEnd ? formatDate(periodEnd) : null;
  const facts = [
    { term: 'Nom', value: `${firstName} ${lastName}` },
    { term: 'E-mail', value: email },
    { term: 'Contrat', value: contractName(siteTitle) },
    { term: 'Résiliation demandée le', value: formatDate(now) },
    effectiveDay
      ? effectiveFrom(effectiveDay)
      : { term: 'Fin du contrat', value: end ?? 'fin de la période déjà payée' },
    ...(reason ? [{ term: 'Motif', value: reason }] : []),
  ];
  return (
    <FormAct
      title="Tout est juste&nbsp;?"
      takesFocus
      steps={<Steps steps={STEPS} done={1} />}
      aside={
        <>
          <h2 className="heading">En cas de doute</h2>
          <p className="soft">
            Si l’adresse ne correspond à aucun abonnement, nous vous l’écrivons à cette adresse et rien ne change.{' '}
            <TextLink className="in-text" href={paths.legal('contact')}>
              Nous contacter
            </TextLink>
          </p>
        </>
      }
    >
      <Facts facts={facts} />
      <p className={styles.notice}>
        {effectiveDay
          ? 'Votre contrat court jusqu’à cette date\u00a0; un mois qui commence avant elle est encore dû. L’e-mail de confirmation le rappelle.'
          : `Vous gardez l’accès jusqu’au ${end ?? 'dernier jour de la période déjà payée, que l’e-mail de confirmation indique'}. Aucun prélèvement n’aura lieu après cette résiliation.`}
      </p>
      <div className="row">
        <Button variant="primary" busy={isBusy} busyLabel={TEXTS.sending} onClick={onConfirm}>
          Confirmer la résiliation
        </Button>
        <Button variant="ghost" disabled={isBusy} onClick={onBack}>
          Modifier
        </Button>
      </div>
    </FormAct>
  );
}

/** Explains the steps that follow a request, beside its form. */
function Aside({ title, points }: { title: string; points: readonly { what: string; how: string }[] }) {
  return (
    <>
      <h2 className="heading">{title}</h2>
      <ol className={styles.next}>
        {points.map(({ what, how }) => (
          <li key={what}>
            <b>{what}</b>
            <br />
            <span className="small soft">{how}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Returns the texts of the receipt. Without a login they reveal nothing about the address: the outcome is in the mail. */
const outcomeTexts = ({ outcome, contractEnd }: ContractReceipt, email: string): { title: string; lead: string } => {
  const end = contractEnd ? formatDate(contractEnd) : 'à la fin de la période déjà payée';
  switch (outcome) {
    case 'accepted':
      return {
        title: 'Votre contrat est résilié',
        lead: `L’abonnement prend fin ${contractEnd ? `le ${end}` : end}. D’ici là, rien ne change pour vous.`,
      };
    case 'scheduled':
      return {
        title: 'Votre résiliation est enregistrée',
        lead: 'Elle prendra effet à la date choisie. Un e-mail vous le confirmera ce jour-là.',
      };
    case 'already-ended':
      return {
        title: 'Votre contrat était déjà résilié',
        lead: `L’abonnement prend fin ${contractEnd ? `le ${end}` : end}. Il n’y a rien d’autre à faire.`,
      };
    case 'no-contract':
      return { title: 'Aucun contrat en cours', lead: 'Rien n’a changé, et rien ne vous sera prélevé.' };
    default:
      return {
        title: 'Votre demande est enregistrée',
        lead: `Un e-mail part à ${email}\u00a0: si c’est l’adresse de votre abonnement, il confirme la résiliation et indique la date de fin.`,
      };
  }
};

function Done({
  receipt,
  request: { email, effectiveDay },
}: {
  receipt: ContractReceipt;
  request: CancellationRequest;
}) {
  const { title, lead } = outcomeTexts(receipt, email);
  return (
    <FormAct
      title={title}
      takesFocus
      steps={<Steps steps={STEPS} done={STEPS.length} />}
      aside={receipt.contractEnd && <RemainingAccess end={receipt.contractEnd} />}
    >
      <p className="lead soft">{lead}</p>
      <Receipt
        title={title}
        receipt={receipt}
        email={email}
        // Other outcomes take effect at once, or change nothing.
        effectiveDay={receipt.outcome === null || receipt.outcome === 'scheduled' ? effectiveDay : null}
      />
    </FormAct>
  );
}

/** Access that remains until the end of the contract, as a ticket; renders nothing once it has ended. */
function RemainingAccess({ end }: { end: string }) {
  const { siteTitle } = useInitialData();
  const [today] = useState(() => parisDay(Date.now()));
  const days = countDays(today, parisDay(end)) - 1;
  if (days < 0) return null;
  return (
    <PassTicket
      picture={{ src: chair, width: 640, height: 800 }}
      siteTitle={siteTitle}
      title="Votre place reste la vôtre"
      note={
        <>
          accès jusqu’au
          <br />
          {formatDate(end)}
        </>
      }
      value={`${days}\u00a0j`}
    />
  );
}

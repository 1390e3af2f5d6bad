import type { ContractReceipt } from 'contracts/contract-requests';
import Download from 'lucide-react/icons/download';
import { Button, ButtonLink } from 'ui/button';
import { Facts } from 'ui/facts';
import { saveFile } from 'web-kit/download';
import { formatDate, formatDateTime } from 'web-kit/formats';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';

/** Returns the entry for the day of a dated cancellation, the same in summary and receipt. */
export const effectiveFrom = (day: string) => ({ term: 'À partir du', value: formatDate(`${day}T12:00:00Z`) });

interface ReceiptProps {
  /** Outcome of the request, in one sentence. */
  title: string;
  receipt: ContractReceipt;
  /** Recipient of the mail. */
  email: string;
  /** Day on which a requested cancellation takes effect. */
  effectiveDay?: string | null | undefined;
}

/** Reference and time of a request, to read or to save as a file. */
export function Receipt({ title, receipt: { reference, receivedAt, contractEnd }, email, effectiveDay }: ReceiptProps) {
  const facts = [
    { term: 'Référence', value: reference },
    { term: 'Reçue le', value: `${formatDateTime(receivedAt)} (heure de Paris)` },
    ...(effectiveDay ? [effectiveFrom(effectiveDay)] : []),
    ...(contractEnd ? [{ term: 'Fin du contrat', value: formatDate(contractEnd) }] : []),
    { term: 'Confirmation envoyée à', value: email },
  ];
  const save = () => {
    const lines = [title, '', ...facts.map(({ term, value }) => `${term}\u00a0: ${value}`), ''];
    saveFile(new Blob([lines.join('\r\n')], { type: 'text/plain;charset=utf-8' }), `${reference}.txt`);
  };
  return (
    <>
      <Facts facts={facts} />
      <div className="row">
        <Button onClick={save}>
          <Download />
          Télécharger la confirmation
        </Button>
        <ButtonLink variant="ghost" href={paths.home()} component={Link}>
          Retour à l’accueil
        </ButtonLink>
      </div>
    </>
  );
}

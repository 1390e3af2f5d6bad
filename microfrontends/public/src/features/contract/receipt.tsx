import type { ContractReceipt } from 'contracts/contract-requests';
import Download from 'lucide-react/icons/download';
import { Button, ButtonLink } from 'ui/button';
import { Facts } from 'ui/facts';
import { saveFile } from 'web-kit/download';
import { formatDate, formatTime } from 'web-kit/formats';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';

interface ReceiptProps {
  /** What became of the request, in one sentence. */
  title: string;
  receipt: ContractReceipt;
  /** Where the mail goes. */
  email: string;
}

/** Reference and time of a request, to be read and to be saved. */
export function Receipt({ title, receipt: { reference, receivedAt, contractEnd }, email }: ReceiptProps) {
  const facts = [
    { term: 'Référence', value: reference },
    { term: 'Reçue le', value: `${formatDate(receivedAt)} à ${formatTime(receivedAt)} (heure de Paris)` },
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

import { TEXTS } from 'contracts/texts';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { Button } from 'ui/button';
import { useToast } from 'ui/toast';
import { messageOf } from 'web-kit/api';
import { exportData } from './api/export-data.ts';

/** Saves the subscriber's data as a file. */
export function DataExport() {
  const show = useToast();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await exportData();
      show({
        tone: 'success',
        title: 'Vos données sont enregistrées',
        text: 'Le fichier est dans vos téléchargements.',
      });
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="stack">
      <p>
        Profil, abonnement, paiements, demandes, favoris et «&nbsp;J’aime&nbsp;»&nbsp;: tout ce que nous enregistrons de
        vous, dans un fichier JSON.
      </p>
      <div>
        <Button busy={isBusy} onClick={() => void save()}>
          <Download />
          Télécharger mes données
        </Button>
      </div>
    </div>
  );
}

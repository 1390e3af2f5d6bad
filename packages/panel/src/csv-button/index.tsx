import { TEXTS } from 'contracts/texts';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { Button } from 'ui/button';
import { useToast } from 'ui/toast';
import { messageOf } from 'web-kit/api';

/** Saves what is shown as a spreadsheet. @param save fetches and saves it */
export function CsvButton({ save }: { save: () => Promise<void> }) {
  const show = useToast();
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await save();
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={busy} onClick={() => void press()}>
      <Download />
      Exporter en CSV
    </Button>
  );
}

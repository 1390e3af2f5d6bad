import { TEXTS } from 'contracts/texts';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { Button } from 'ui/button';
import type { ButtonAppearance } from 'ui/button';
import { useToast } from 'ui/toast';
import { messageOf } from 'web-kit/api';

interface SaveButtonProps extends Pick<ButtonAppearance, 'small' | 'wide'> {
  label?: string;
  /** Label for narrow screens. */
  short?: string;
  /** Fetches the file and saves it. */
  save: () => Promise<void>;
}

/** Button that saves a file, and reports a failure in a toast. */
export function SaveButton({ label = 'Exporter en CSV', short, save, ...appearance }: SaveButtonProps) {
  const show = useToast();
  const [isBusy, setBusy] = useState(false);
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
    <Button {...appearance} busy={isBusy} aria-label={short && label} onClick={() => void press()}>
      <Download />
      {short ?? label}
    </Button>
  );
}

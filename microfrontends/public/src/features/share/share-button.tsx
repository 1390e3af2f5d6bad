import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import Share from 'lucide-react/icons/share-2';
import { Button } from 'ui/button';
import { useToast } from 'ui/toast';
import { useInitialData } from 'web-kit/initial-data';
import { paths } from 'web-kit/paths';

const isAborted = (error: unknown): boolean => (error as { name?: unknown } | null)?.name === 'AbortError';

/** Shares a model's page by the device's share sheet, or copies its address where there is none. */
export function ShareButton({ model }: { model: ModelView }) {
  const { siteTitle, publicUrl } = useInitialData();
  const toast = useToast();
  const share = async () => {
    const url = new URL(paths.model(model.slug), publicUrl).href;
    try {
      if (typeof navigator.share === 'function') {
        await navigator.share({ title: `${model.name} - ${siteTitle}`, url });
      } else {
        await navigator.clipboard.writeText(url);
        toast({ title: 'Lien copié', text: url, tone: 'success' });
      }
    } catch (error) {
      // An abort means that the user has closed the sheet.
      if (!isAborted(error)) toast({ title: TEXTS.error, text: `Copiez ce lien\u00a0: ${url}`, tone: 'error' });
    }
  };
  return (
    <Button variant="onPicture" small className="needs-scripts" onClick={() => void share()}>
      <Share />
      Partager
    </Button>
  );
}

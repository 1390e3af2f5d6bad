import { slugify } from 'contracts/slugs';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { useToast } from 'ui/toast';
import { useInitialData } from 'web-kit/initial-data';
import { paths } from 'web-kit/paths';
import styles from './links-dialog.module.css';
import { LinkCode } from './link-code.tsx';

/** A page of the site that users share. */
export interface SharedLink {
  label: string;
  /** Path from `paths`. */
  path: string;
}

/** Returns an affiliate's links: its page, and the home page credited to it. */
export const linksOfAffiliate = (slug: string): readonly SharedLink[] => [
  { label: 'Page partenaire', path: paths.partner(slug) },
  { label: 'Lien suivi', path: paths.homeFromAffiliate(slug) },
];

interface LinksDialogProps {
  /** Name of the links' owner. */
  name: string;
  links: readonly SharedLink[];
  /** Shows the QR codes when the dialog opens. */
  showsCodes?: boolean;
  onClose: () => void;
}

/** Dialog of addresses to copy or to scan. */
export function LinksDialog({ name, links, showsCodes, onClose }: LinksDialogProps) {
  const { publicUrl } = useInitialData();
  return (
    <Dialog open onClose={onClose} title={`Partager ${name}`} titleStyle="heading">
      <ul className={styles.links}>
        {links.map(({ label, path }) => (
          <li key={label}>
            <LinkToShare name={name} label={label} url={publicUrl + path} showsCode={showsCodes} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Returns a function that copies an address and confirms it. */
export const useCopyLink = () => {
  const show = useToast();
  return async (label: string, url: string): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(url);
      show({ tone: 'success', title: 'Lien copié', text: label });
      return true;
    } catch {
      // The browser may deny it (no permission, plain http): the address is shown and can be selected.
      show({ tone: 'error', title: 'Copie impossible', text: 'Sélectionnez l’adresse pour la copier.' });
      return false;
    }
  };
};

interface LinkToShareProps {
  name: string;
  label: string;
  url: string;
  showsCode?: boolean | undefined;
}

function LinkToShare({ name, label, url, showsCode = false }: LinkToShareProps) {
  const copy = useCopyLink();
  const [shown, setShown] = useState(showsCode);
  return (
    <>
      <h3 className={styles.label}>{label}</h3>
      <p className={styles.address}>{url}</p>
      <div className="row">
        <Button small onClick={() => void copy(label, url)} aria-label={`Copier\u00a0: ${label}`}>
          <Copy />
          Copier
        </Button>
        <Button
          small
          variant="ghost"
          aria-expanded={shown}
          onClick={() => setShown(!shown)}
          aria-label={`${shown ? 'Masquer le QR code' : 'QR code'}\u00a0: ${label}`}
        >
          {shown ? 'Masquer le QR code' : 'QR code'}
        </Button>
      </div>
      {shown && <LinkCode url={url} label={label} file={`qr-code-${slugify(`${name} ${label}`)}`} />}
    </>
  );
}

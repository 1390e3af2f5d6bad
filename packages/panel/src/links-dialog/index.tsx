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

/** A page of the site that people send to others. */
export interface SharedLink {
  label: string;
  /** From `paths`. */
  path: string;
}

/** An affiliate's links: its page, and the home page credited to it. */
export const linksOfAffiliate = (slug: string): readonly SharedLink[] => [
  { label: 'Page partenaire', path: paths.partner(slug) },
  { label: 'Lien suivi', path: paths.homeFromAffiliate(slug) },
];

interface LinksDialogProps {
  /** Whose links they are. */
  name: string;
  links: readonly SharedLink[];
  onClose: () => void;
}

/** Addresses to copy or to scan. */
export function LinksDialog({ name, links, onClose }: LinksDialogProps) {
  const { publicUrl } = useInitialData();
  return (
    <Dialog open onClose={onClose} title={`Partager ${name}`} titleStyle="heading">
      <ul className={styles.links}>
        {links.map(({ label, path }) => (
          <li key={label}>
            <LinkToShare name={name} label={label} url={publicUrl + path} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function LinkToShare({ name, label, url }: { name: string; label: string; url: string }) {
  const show = useToast();
  const [shown, setShown] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      show({ tone: 'success', title: 'Lien copié', text: label });
    } catch {
      // Refused by the browser (no permission, plain http): the address stands there to be selected.
      show({ tone: 'error', title: 'Copie impossible', text: 'Sélectionnez l’adresse pour la copier.' });
    }
  };
  return (
    <>
      <h3 className={styles.label}>{label}</h3>
      <p className={styles.address}>{url}</p>
      <div className="row">
        <Button small onClick={() => void copy()} aria-label={`Copier : ${label}`}>
          <Copy />
          Copier
        </Button>
        <Button
          small
          variant="ghost"
          aria-expanded={shown}
          onClick={() => setShown(!shown)}
          aria-label={`${shown ? 'Masquer le QR code' : 'QR code'} : ${label}`}
        >
          {shown ? 'Masquer le QR code' : 'QR code'}
        </Button>
      </div>
      {shown && <LinkCode url={url} label={label} file={`qr-code-${slugify(`${name} ${label}`)}`} />}
    </>
  );
}

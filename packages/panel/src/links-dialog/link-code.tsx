import { generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';
import Download from 'lucide-react/icons/download';
import { ButtonLink } from 'ui/button';
import { QR_MARGIN, QrCode } from '../qr-code/index.tsx';
import styles from './links-dialog.module.css';

/** QR code of an address, to scan or to save for print. */
export function LinkCode({
  url,
  label,
  file,
}: {
  url: string;
  label: string;
  /** Name of the saved file, without extension. */ file: string;
}) {
  const picture = `data:image/svg+xml,${encodeURIComponent(toSvgSource(generate(url), { pad: QR_MARGIN, scale: 16, off: 'white', xmlDeclaration: true }))}`;
  return (
    <div className={styles.code}>
      <QrCode text={url} label={`QR code\u00a0: ${label}`} />
      <ButtonLink
        small
        variant="ghost"
        href={picture}
        download={`${file}.svg`}
        aria-label={`Télécharger le QR code\u00a0: ${label}`}
      >
        <Download />
        Télécharger
      </ButtonLink>
    </div>
  );
}

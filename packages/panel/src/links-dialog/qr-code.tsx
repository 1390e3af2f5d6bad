import { generate } from 'lean-qr';
import { toSvgPath, toSvgSource } from 'lean-qr/extras/svg';
import Download from 'lucide-react/icons/download';
import { ButtonLink } from 'ui/button';
import styles from './links-dialog.module.css';

/** Modules left white around the code: readers need four. */
const MARGIN = 4;

/** An address to scan or to print: always dark on white, whatever the theme. */
export function QrCode({ url, label, file }: { url: string; label: string; /** What it is called once saved, without its ending. */ file: string }) {
  const code = generate(url);
  const side = code.size + 2 * MARGIN;
  const picture = `data:image/svg+xml,${encodeURIComponent(toSvgSource(code, { pad: MARGIN, scale: 16, off: 'white', xmlDeclaration: true }))}`;
  return (
    <div className={styles.code}>
      <svg viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`} role="img" aria-label={`QR code : ${label}`} shapeRendering="crispEdges"><path d={toSvgPath(code)} /></svg>
      <ButtonLink small variant="ghost" href={picture} download={`${file}.svg`} aria-label={`Télécharger le QR code : ${label}`}><Download />Télécharger</ButtonLink>
    </div>
  );
}

import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import styles from './qr-code.module.css';

/** Width of the white margin in modules: readers need four. */
export const QR_MARGIN = 4;

/** QR code of a text: always dark on white, in every theme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const side = code.size + 2 * QR_MARGIN;
  return (
    <svg
      className={styles.code}
      viewBox={`${-QR_MARGIN} ${-QR_MARGIN} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={toSvgPath(code)} />
    </svg>
  );
}

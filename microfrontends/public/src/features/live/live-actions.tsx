import type { Access } from '../subscription/index.ts';
import styles from './live.module.css';

const WHAT_TO_DO: Readonly<Record<Exclude<Access['kind'], 'unknown'>, string>> = {
  visitor: 'Inscrivez-vous ou connectez-vous pour regarder.',
  registered: 'Il reste à débloquer l’accès pour regarder.',
  paid: 'Votre place est réservée.',
};

/**
 * Shows one sentence in the space of the longest one, so that nothing moves when the viewer's access becomes known after the first
 * paint.
 */
export const LiveActions = ({ kind }: { kind: Access['kind'] }) => (
  <span className={styles.what}>
    {Object.entries(WHAT_TO_DO).map(([each, sentence]) =>
      each === kind ? (
        <span key={each}>{sentence}</span>
      ) : (
        <span key={each} className={styles.other} aria-hidden>
          {sentence}
        </span>
      ),
    )}
  </span>
);

import type { ModelView } from 'contracts/models';
import { hourText } from 'contracts/texts';
import { useState } from 'react';
import { Anchor } from 'ui/anchor';
import { Avatar } from 'ui/avatar';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';
import { avatarOf } from './model-display.ts';
import { tonight } from './tonight.ts';
import styles from './tonight.module.css';

/** The wall has all of them. */
const MAX_SHOWN_MODELS = 24;

/** Models that are live tonight, in a row that scrolls. */
export default function TonightList({ models }: { models: readonly ModelView[] }) {
  const [now] = useState(() => Date.now());
  const appearances = tonight(models, now).slice(0, MAX_SHOWN_MODELS);
  if (appearances.length === 0) return <p className="soft">Aucun live n’est annoncé ce soir.</p>;
  return (
    <ul className={styles.row}>
      {appearances.map(({ model, startsAtMs }) => (
        <li key={model.slug}>
          <Anchor className={styles.appearance} href={paths.live(model.slug)} component={Link}>
            <Avatar source={avatarOf(model, 72)} size="medium" live={model.is_live} decorative />
            <span className={styles.words}>
              <b>{model.name}</b>
              <span className="soft">
                {startsAtMs === null ? 'En live' : `à ${hourText(model.live_schedule_start)}`}
              </span>
            </span>
          </Anchor>
        </li>
      ))}
    </ul>
  );
}

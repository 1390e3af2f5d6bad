import type { Overview } from 'contracts/overview';
import FileText from 'lucide-react/icons/file-text';
import Flag from 'lucide-react/icons/flag';
import Radio from 'lucide-react/icons/radio';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ButtonLink } from 'ui/button';
import { Spinner } from 'ui/spinner';
import { TextButton, TextLink } from 'ui/text-link';
import { formatMoment, formatNumber, formatPrice, plural } from 'web-kit/formats';
import { Link } from 'web-kit/router';
import { useUnmatchedPostbacks } from '../payments/index.ts';
import { FLAG_DAYS, useDrafts, useFlagged } from './api/get-attention.ts';
import styles from './attention.module.css';

/** Number of affiliates, and of lives, listed by name. */
const LISTED_NAMES_MAX = 3;

interface Attention {
  id: string;
  icon: ReactNode;
  title: string;
  detail: string;
  /** Address of the page where the task is done. */
  href: string;
  action: string;
  /** Scrolls to a list below on this page. */
  onFollow?: (() => void) | undefined;
}

interface AttentionPanelProps {
  live: Overview['live'];
  liveCount: number;
  /** The address of "Paiements". */
  payments: string;
  onShowModels: () => void;
}

const nameSummary = (names: readonly string[], total: number): string =>
  total > names.length ? `${names.join(', ')} et ${formatNumber(total - names.length)} de plus` : names.join(', ');

/** Tasks of the administrator, and the models that are live. */
function AttentionPanel({ live, liveCount, payments, onShowModels }: AttentionPanelProps) {
  const [now] = useState(() => Date.now());
  const [unmatched, flagged, drafts] = [useUnmatchedPostbacks(), useFlagged(), useDrafts()];
  const queries = [unmatched, flagged, drafts];
  const failed = queries.filter(({ error, data }) => error && !data);
  const isLoading = queries.some(({ error, data }) => !error && !data);
  const rows: Attention[] = [];
  const unmatchedCount = unmatched.data?.summary.unmatched ?? 0;
  const [latest] = unmatched.data?.postbacks ?? [];
  if (unmatchedCount > 0)
    rows.push({
      id: 'unmatched',
      icon: <TriangleAlert className={styles.danger} />,
      title: `${plural(unmatchedCount, 'paiement')} sans correspondance`,
      detail: latest ? `Le dernier est arrivé ${formatMoment(latest.received_at, now)}` : '',
      href: payments,
      action: 'Rapprocher',
    });
  if (flagged.data && (flagged.data.count > flagged.data.unmatched || flagged.data.hasMore))
    rows.push({
      id: 'flagged',
      icon: <Flag className={styles.danger} />,
      title: `${flagged.data.hasMore ? 'Au moins ' : ''}${plural(flagged.data.count, 'appel')} à regarder`,
      detail: `En ${FLAG_DAYS}\u00a0jours${flagged.data.unmatched > 0 ? `, dont ${formatNumber(flagged.data.unmatched)} sans correspondance` : ''}`,
      href: `${payments}&verdict=review&jours=${FLAG_DAYS}`,
      action: 'Vérifier',
    });
  if (drafts.data && drafts.data.total > 0)
    rows.push({
      id: 'drafts',
      icon: <FileText />,
      title: `${plural(drafts.data.total, 'modèle')} en brouillon`,
      detail: nameSummary(drafts.data.names, drafts.data.total),
      href: '?etat=draft',
      action: 'Ouvrir',
      onFollow: onShowModels,
    });
  if (liveCount > 0)
    rows.push({
      id: 'live',
      icon: <Radio />,
      title: `${plural(liveCount, 'live')} en cours`,
      detail: nameSummary(
        live.slice(0, LISTED_NAMES_MAX).map(({ name }) => name),
        liveCount,
      ),
      href: '?live=live',
      action: 'Voir',
      onFollow: onShowModels,
    });
  return (
    <section className={styles.panel} aria-labelledby="attention">
      <div className={styles.head}>
        <h2 className="heading" id="attention">
          À regarder
        </h2>
      </div>
      {rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map(({ id, icon, title, detail, href, action, onFollow }) => (
            <li key={id}>
              {icon}
              <p>
                <b>{title}</b>
                <span className="small soft">{detail}</span>
              </p>
              <ButtonLink
                small
                href={href}
                component={Link}
                aria-label={`${action}\u00a0: ${title}`}
                onClick={onFollow}
              >
                {action}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      {isLoading && <Spinner label="Chargement" />}
      {failed.length > 0 && (
        <p className="small">
          Tout n’a pas pu être lu.{' '}
          <TextButton onClick={() => failed.forEach(({ refetch }) => void refetch())}>Réessayer</TextButton>
        </p>
      )}
      {rows.length === 0 && !isLoading && failed.length === 0 && <p className="soft">Rien n’attend.</p>}
    </section>
  );
}

/** Lists the affiliates with the highest revenue. @param affiliates undefined while they load @param href address of all figures */
function BestAffiliates({ affiliates, href }: { affiliates: Overview['affiliates'] | undefined; href: string }) {
  const best = affiliates?.filter(({ slug }) => slug !== null).slice(0, LISTED_NAMES_MAX);
  return (
    <section className={styles.panel} aria-labelledby="best-affiliates">
      <div className={styles.head}>
        <h2 className="heading" id="best-affiliates">
          Meilleurs affiliés
        </h2>
        <TextLink href={href} component={Link} aria-label="Tous les affiliés">
          Tous
        </TextLink>
      </div>
      {!best ? (
        <Spinner label="Chargement" />
      ) : best.length === 0 ? (
        <p className="soft">Aucun affilié n’a encore amené de visite.</p>
      ) : (
        <ul className={styles.rows}>
          {best.map(({ slug, name, registrations, paid, revenue_cents }) => (
            <li key={slug}>
              <p>
                <b>{name}</b>
                <span className="small soft">
                  {plural(registrations, 'inscription')}, {plural(paid, 'premier paiement', 'premiers paiements')}
                </span>
              </p>
              <span className={styles.amount}>{formatPrice(revenue_cents)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface AttentionPanelsProps extends Omit<AttentionPanelProps, 'live' | 'liveCount'> {
  /** Figures of the last days; undefined until they are loaded. */
  overview: Overview | undefined;
  /** Whether the figures failed to load. */
  hasFailed: boolean;
  /** Address of all figures. */
  figures: string;
}

/** Best affiliates and the administrator's tasks, side by side. */
export function AttentionPanels({ overview, hasFailed, figures, ...panel }: AttentionPanelsProps) {
  const live = overview?.live ?? [];
  return (
    <div className={styles.pair}>
      {(overview || !hasFailed) && <BestAffiliates affiliates={overview?.affiliates} href={figures} />}
      <AttentionPanel live={live} liveCount={overview?.live_count ?? live.length} {...panel} />
    </div>
  );
}

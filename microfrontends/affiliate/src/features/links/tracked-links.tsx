import { countDays } from 'contracts/days';
import { OVERVIEW_ROWS } from 'contracts/limits';
import { atWidth } from 'contracts/media';
import type { ModelView } from 'contracts/models';
import type { Overview } from 'contracts/overview';
import Copy from 'lucide-react/icons/copy';
import QrCode from 'lucide-react/icons/qr-code';
import UsersRound from 'lucide-react/icons/users-round';
import { linksOfAffiliate, LinksDialog, useCopyLink } from 'panel/links-dialog';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Avatar } from 'ui/avatar';
import { Button } from 'ui/button';
import { DashboardSection } from 'ui/dashboard';
import { IconButton } from 'ui/icon-button';
import { plural } from 'web-kit/formats';
import { useInitialData } from 'web-kit/initial-data';
import { paths } from 'web-kit/paths';
import styles from './links.module.css';

const FIRST_LINKS = 12;

interface TrackedLink {
  id: string;
  name: string;
  /** Path from `paths`. */
  path: string;
  picture: ReactNode;
  visits?: number | undefined;
}

interface TrackedLinksProps {
  /** Level of the title. */
  level?: 1 | 2;
  affiliate: { name: string; slug: string };
  models: readonly ModelView[];
  /** Figures of a period; undefined until they are loaded. */
  overview: Overview | undefined;
}

/** Tracked links of the affiliate, to copy or to scan: one for each published model, then the affiliate's own. */
export function TrackedLinks({ level = 2, affiliate, models, overview }: TrackedLinksProps) {
  const [shownCount, setShownCount] = useState(FIRST_LINKS);
  const [scanned, setScanned] = useState<TrackedLink | null>(null);
  const visitsOf = new Map(overview?.models.map(({ slug, visits }) => [slug, visits]));
  // The overview lists only the top rows: a model outside a full list may have had visits.
  const others = overview && overview.models.length < OVERVIEW_ROWS ? 0 : undefined;
  const ofModels = models
    .filter(({ state }) => state === undefined || state === 'published')
    .map((model): TrackedLink => ({
      id: model.id,
      name: model.name,
      path: paths.modelFromAffiliate(model.slug, affiliate.slug),
      picture: (
        <Avatar
          decorative
          live={model.is_live}
          source={model.avatar_image ? { src: atWidth(model.avatar_image, 192), width: 192, height: 192 } : null}
        />
      ),
      visits: visitsOf.get(model.slug) ?? others,
    }));
  const own = linksOfAffiliate(affiliate.slug).map(({ label, path }): TrackedLink => ({
    id: path,
    name: label,
    path,
    picture: <UsersRound aria-hidden="true" />,
  }));
  const links = [...ofModels, ...own];
  return (
    <DashboardSection
      title="Vos liens"
      level={level}
      action={
        <p className="small soft">
          Un lien suivi par modèle
          {overview && `, visites sur ${plural(countDays(overview.from, overview.to), 'jour')}`}
        </p>
      }
    >
      <ul className={styles.links}>
        {links.slice(0, shownCount).map((link) => (
          <LinkRow key={link.id} link={link} onScan={() => setScanned(link)} />
        ))}
      </ul>
      {links.length > shownCount && (
        <p className={styles.more}>
          <Button onClick={() => setShownCount(links.length)}>Voir tous les liens ({links.length})</Button>
        </p>
      )}
      {scanned && (
        <LinksDialog
          name={scanned.name}
          links={[{ label: 'Lien suivi', path: scanned.path }]}
          showsCodes
          onClose={() => setScanned(null)}
        />
      )}
    </DashboardSection>
  );
}

function LinkRow({ link: { name, path, picture, visits }, onScan }: { link: TrackedLink; onScan: () => void }) {
  const { publicUrl } = useInitialData();
  const copy = useCopyLink();
  const url = publicUrl + path;
  return (
    <li>
      {picture}
      <div className={styles.who}>
        <p>
          <b>{name}</b>
        </p>
        <p className={styles.address}>{url.replace(/^https?:\/\//, '')}</p>
      </div>
      <div className={styles.actions}>
        {visits !== undefined && <span className={`small soft ${styles.visits}`}>{plural(visits, 'visite')}</span>}
        <Button small aria-label={`Copier le lien\u00a0: ${name}`} onClick={() => void copy(name, url)}>
          <Copy />
          Copier
        </Button>
        <IconButton label={`QR code\u00a0: ${name}`} aria-haspopup="dialog" onClick={onScan}>
          <QrCode />
        </IconButton>
      </div>
    </li>
  );
}

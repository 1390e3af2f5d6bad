import type { ModelView } from 'contracts/models';
import { ofName, TEXTS } from 'contracts/texts';
import { useEffect, useMemo } from 'react';
import { Tabs } from 'ui/tabs';
import { formatNumber } from 'web-kit/formats';
import { unseenPurchase } from 'web-kit/logout-losses';
import { useEntryState } from '../models/index.ts';
import { useAccess, useAccessGuard } from '../subscription/index.ts';
import { ContentGrid } from './content-grid.tsx';
import { CONTENT, CONTENT_KINDS, countsOf, listsOf } from './content-lists.ts';
import type { ContentKind } from './content-lists.ts';
import { ContentPanel } from './content-panel.tsx';
import styles from './content.module.css';
import { useViewer } from './use-viewer.tsx';

/** Number of replays shown below the other tabs. */
const PREVIEWED_REPLAYS = 2;

/** Tabs of a model's photos, videos and replays. */
export function Contents({ model }: { model: ModelView }) {
  const lists = useMemo(() => listsOf(model), [model]);
  const counts = countsOf(model);
  const [open, setOpen] = useEntryState<string>('photos');
  const requireAccess = useAccessGuard(model.slug);
  const { open: openItem, viewer } = useViewer(model, lists);
  const hasPaid = useAccess().kind === 'paid';
  useEffect(() => {
    if (hasPaid) unseenPurchase.end();
  }, [hasPaid]);

  const panel = (kind: ContentKind) => (
    <ContentPanel
      kind={kind}
      items={lists[kind]}
      count={counts[kind]}
      label={`${CONTENT[kind].tab} ${ofName(model.name)}`}
      onOpen={(index) => openItem(kind, index)}
      onUnlock={() => void requireAccess(() => undefined)}
    />
  );
  return (
    <section className="page section" aria-label={`Contenus ${ofName(model.name)}`}>
      <Tabs
        label={`Contenus ${ofName(model.name)}`}
        value={open}
        onChange={setOpen}
        tabs={CONTENT_KINDS.map((kind) => ({
          value: kind,
          label: CONTENT[kind].tab,
          count: formatNumber(counts[kind]),
          content:
            kind === 'lives' ? (
              <>
                <ReplaysTitle />
                {panel(kind)}
              </>
            ) : (
              panel(kind)
            ),
        }))}
      />
      {open !== 'lives' && lists.lives.length > 0 && (
        <div className={styles.replays}>
          <ReplaysTitle />
          <ContentGrid
            kind="lives"
            items={lists.lives.slice(0, PREVIEWED_REPLAYS)}
            label={TEXTS.replaysTitle}
            onOpen={(index) => openItem('lives', index)}
          />
        </div>
      )}
      {viewer}
    </section>
  );
}

function ReplaysTitle() {
  return (
    <div className="section-head">
      <h2 className="title">{TEXTS.replaysTitle}</h2>
    </div>
  );
}

import { TEXTS } from 'contracts/texts';
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { Button } from 'ui/button';
import { useToast } from 'ui/toast';
import { messageOf } from 'web-kit/api';
import styles from './more-button.module.css';

interface MoreButtonProps {
  /** Result of `useInfiniteQuery` of web-kit/query. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<{ error: unknown }> };
  /** Parent of the rows, one child each. */
  rows: RefObject<HTMLElement | null>;
}

/** Button that fetches the next page of a list and focuses its first row, as the button disappears with the last page. */
export function MoreButton({ query: { hasNextPage, isFetchingNextPage, fetchNextPage }, rows }: MoreButtonProps) {
  const show = useToast();
  /** Index of the first row of the page added last. */
  const [added, setAdded] = useState(0);
  useEffect(() => {
    const row = added > 0 ? rows.current?.children.item(added) : null;
    if (!(row instanceof HTMLElement)) return;
    const button = row.querySelector<HTMLElement>('button, a');
    if (!button) row.tabIndex = -1;
    (button ?? row).focus();
  }, [added, rows]);
  const more = async () => {
    const count = rows.current?.children.length ?? 0;
    const { error } = await fetchNextPage();
    if (error) show({ tone: 'error', title: TEXTS.error, text: messageOf(error) });
    else setAdded(count);
  };
  if (!hasNextPage) return null;
  return (
    <div className={styles.more}>
      <Button busy={isFetchingNextPage} onClick={() => void more()}>
        Voir plus
      </Button>
    </div>
  );
}

import { TEXTS } from 'contracts/texts';
import { Blank } from 'ui/blank';
import { Button } from 'ui/button';
import { Cards, DeskSection } from 'ui/desk';
import { Loading, Skeleton } from 'ui/skeleton';
import { messageOf } from 'web-kit/api';

interface WaitingProps {
  title: string;
  /** What kept the section from coming; null while it comes. */
  error: unknown;
  onRetry: () => void;
}

/** A section of a panel before its data, or without it. */
export function Waiting({ title, error, onRetry }: WaitingProps) {
  return (
    <DeskSection title={title}>
      {error ? (
        <Blank level={3} title={TEXTS.dataLoadFailed}>
          <p className="soft">{messageOf(error)}</p>
          <Button onClick={onRetry}>Réessayer</Button>
        </Blank>
      ) : (
        <Loading label={`Chargement : ${title}`}><Cards>{[0, 1, 2].map((card) => <Skeleton key={card} shape="wide" />)}</Cards></Loading>
      )}
    </DeskSection>
  );
}

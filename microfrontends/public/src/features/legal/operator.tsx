import type { OperatorFact, OperatorFacts } from 'contracts/operator';
import type { ReactNode } from 'react';
import { TextLink } from 'ui/text-link';
import { queryKeys, skipToken, useQuery } from 'web-kit/query';

/** Reads the operator's facts that the server has rendered into the page. */
const useOperator = (): OperatorFacts =>
  useQuery<OperatorFacts>({ queryKey: queryKeys.operator(), queryFn: skipToken, staleTime: Infinity }).data ?? {};

const Missing = () => <mark>à compléter</mark>;

/** A fact of the operator, or a mark where it is missing. */
export function Fact({ of }: { of: OperatorFact }): ReactNode {
  return useOperator()[of] ?? <Missing />;
}

/** Mail link to an address of the operator, with a subject. */
export function MailLink({ to, subject }: { to: 'email' | 'privacyEmail'; subject?: string }): ReactNode {
  const operator = useOperator();
  const address = operator[to] ?? operator.email;
  if (!address) return <Missing />;
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : '';
  return <a href={`mailto:${address}${query}`}>{address}</a>;
}

/** The mediator, with a link to its site if there is one. */
export function Mediator(): ReactNode {
  const { mediator, mediatorUrl } = useOperator();
  return (
    <>
      {mediator ?? <Missing />}
      {mediatorUrl && (
        <>
          {' '}
          (
          <TextLink className="in-text" href={mediatorUrl}>
            {new URL(mediatorUrl).host}
          </TextLink>
          )
        </>
      )}
    </>
  );
}

import { useEffect, useRef, type ReactNode } from 'react';

interface OutcomeProps {
  /** Urgency of the announcement: `status` for an expected outcome. */
  role?: 'alert' | 'status';
  children: ReactNode;
}

/** Outcome in place of the form or button that led to it; takes the focus, which disappeared with those. */
export function Outcome({ role = 'alert', children }: OutcomeProps) {
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => outcome.current?.focus(), []);
  return (
    <div role={role} ref={outcome} tabIndex={-1}>
      {children}
    </div>
  );
}

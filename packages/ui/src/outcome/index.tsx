import { useEffect, useRef, type ReactNode } from 'react';

interface OutcomeProps {
  /** How urgently it is read out: `status` for what was expected. */
  role?: 'alert' | 'status';
  children: ReactNode;
}

/** What a form or button came to, shown in its place: takes over the focus, which went with it. */
export function Outcome({ role = 'alert', children }: OutcomeProps) {
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => outcome.current?.focus(), []);
  return (
    <div role={role} ref={outcome} tabIndex={-1}>
      {children}
    </div>
  );
}

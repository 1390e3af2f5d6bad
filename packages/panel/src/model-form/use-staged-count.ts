import { startTransition, useEffect, useState } from 'react';

/**
 * Returns the number of slow parts to render: none with the form itself, then one after the other. Each is a separate task, so that
 * the page stays responsive in between.
 */
export const useStagedCount = (count: number): number => {
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    if (drawn < count) startTransition(() => setDrawn(drawn + 1));
  }, [drawn, count]);
  return drawn;
};

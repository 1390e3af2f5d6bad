import { createElement, lazy, useEffect, useState } from 'react';
import type { ComponentType, FunctionComponent } from 'react';

const failedPages = new Set<() => void>();

interface RetryProps {
  /** Loads the code again. */
  onRetry: () => void;
}

/**
 * Creates a component whose code is loaded when it is first rendered. A failure is cached (otherwise a broken chunk would be
 * fetched at each rendering) until `retryFailedPages`, which the error boundary's "Réessayer" calls.
 * @param Failed rendered in place of a part whose code cannot be loaded, until it is retried or unmounted. Without it the failure
 * reaches the error boundary, which replaces the whole page and the values typed in it.
 */
export const lazyPage = <Props extends object>(
  load: () => Promise<{ default: FunctionComponent<Props> }>,
  Failed?: FunctionComponent<Props & RetryProps>,
): ComponentType<Props> => {
  const create = () =>
    lazy<FunctionComponent<Props & RetryProps>>(() =>
      load().catch((error: unknown) => {
        failedPages.add(reset);
        if (Failed) return { default: Failed };
        throw error;
      }),
    );
  let current = create();
  const reset = () => {
    current = create();
  };
  const resetFailed = () => {
    if (failedPages.delete(reset)) reset();
  };
  return (props: Props) => {
    const [, render] = useState({});
    useEffect(() => resetFailed, []);
    const onRetry = () => {
      resetFailed();
      render({});
    };
    return createElement(current, { onRetry, ...props });
  };
};

/** Loads the code of failed pages again when they are next rendered. */
export const retryFailedPages = (): void => {
  failedPages.forEach((reset) => reset());
  failedPages.clear();
};

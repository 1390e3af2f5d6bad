import { createElement, lazy } from 'react';
import type { ComponentType } from 'react';

const failed = new Set<() => void>();

/**
 * A page whose code is loaded when it is first shown. A failure is cached (else a broken chunk would be fetched at each
 * rendering) until `retryFailedPages`, which the error boundary's "Réessayer" calls.
 */
export const lazyPage = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> => {
  const create = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        failed.add(reset);
        throw error;
      }),
    );
  let current = create();
  const reset = () => {
    current = create();
  };
  return (props: Props) => createElement(current as ComponentType<Props>, props);
};

export const retryFailedPages = (): void => {
  failed.forEach((reset) => reset());
  failed.clear();
};

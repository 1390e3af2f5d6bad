import { useLayoutEffect, useRef } from 'react';
import { Button, type ButtonProps } from '../button/index.tsx';

interface RetryButtonProps extends Pick<ButtonProps, 'variant' | 'small' | 'wide' | 'busy'> {
  onRetry: () => void;
}

/**
 * Button that requests failed data again. It disappears once they arrive: the section or dialog around it takes the focus, unless
 * the page has moved it elsewhere.
 */
export function RetryButton({ onRetry, ...appearance }: RetryButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = ref.current;
    const around = button?.closest<HTMLElement>('section, dialog, main');
    return () => {
      if (!around || document.activeElement !== button) return;
      // The element that replaces the button is attached once this commit has ended.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        around.tabIndex = -1;
        around.focus({ preventScroll: true });
      });
    };
  }, []);
  return (
    <Button ref={ref} onClick={onRetry} {...appearance}>
      Réessayer
    </Button>
  );
}

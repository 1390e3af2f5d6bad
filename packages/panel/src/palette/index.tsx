import Search from 'lucide-react/icons/search';
import { Suspense, useEffect } from 'react';
import { FailedDialog } from 'ui/failed-part';
import { IconButton } from 'ui/icon-button';
import { lazyPage } from 'web-kit/lazy-page';
import type { PaletteDialogProps } from './palette-dialog.tsx';

const PaletteDialog = lazyPage(
  async () => ({ default: (await import('./palette-dialog.tsx')).PaletteDialog }),
  FailedDialog,
);

export interface PaletteProps extends Omit<PaletteDialogProps, 'onClose'> {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** Button of the command palette, with its shortcut: Ctrl K, on a Mac ⌘ K. */
export function Palette({ isOpen, onToggle, ...dialog }: PaletteProps) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k')
        return;
      // Suppresses the browser's own shortcut, a search in the address bar, even while an open dialog prevents the palette.
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) onToggle(true);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [onToggle]);
  return (
    <>
      <IconButton
        label="Rechercher et aller à (Ctrl K)"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => onToggle(true)}
      >
        <Search />
      </IconButton>
      {isOpen && (
        <Suspense fallback={null}>
          <PaletteDialog {...dialog} onClose={() => onToggle(false)} />
        </Suspense>
      )}
    </>
  );
}

import { useEffect, useState } from 'react';
import { Dialog } from 'ui/dialog';
import { Key } from 'ui/key';
import { Toggle } from 'ui/toggle';
import { shortcutOf, setShortcutsEnabled, useShortcut, useShortcuts, useShortcutsOn } from './registry.ts';
import styles from './shortcuts.module.css';

export { useShortcut, useShortcuts } from './registry.ts';

/** Key that shows all shortcuts. */
export const SHEET_KEY = '?';

/** Handles the shortcuts of a panel, and lists them on "?". */
export function Shortcuts() {
  const [open, setOpen] = useState(false);
  const shortcuts = useShortcuts();
  const on = useShortcutsOn();
  useShortcut(SHEET_KEY, 'Afficher les raccourcis', () => setOpen(true));
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      if (!shortcut) return;
      event.preventDefault();
      shortcut.press();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [on]);

  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Raccourcis clavier" titleStyle="heading">
      <dl className={styles.keys}>
        {shortcuts.map(({ key, label }) => (
          <div key={key}>
            <dt>
              <Key>{key.toUpperCase()}</Key>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
        <div>
          <dt>
            <Key>Ctrl</Key> <Key>K</Key>
          </dt>
          <dd>Rechercher et aller à</dd>
        </div>
        <div>
          <dt>
            <Key>Ctrl</Key> <Key>S</Key>
          </dt>
          <dd>Enregistrer le formulaire ouvert</dd>
        </div>
        <div>
          <dt>
            <Key>Échap</Key>
          </dt>
          <dd>Fermer ce qui est ouvert</dd>
        </div>
      </dl>
      <Toggle
        label="Raccourcis d’une seule touche"
        checked={on}
        onChange={(event) => setShortcutsEnabled(event.target.checked)}
      />
    </Dialog>
  );
}

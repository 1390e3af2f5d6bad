import type { User } from 'contracts/subscribers';
import { useRef, useState } from 'react';
import type { ComponentType, KeyboardEvent } from 'react';
import { AvatarButton } from 'ui/site-header';
import { useToast } from 'ui/toast';
import { paths } from 'web-kit/paths';
import { preload } from 'web-kit/preload';
import { useNavigate } from 'web-kit/router';
import type { AccountPanelProps } from './account-panel.tsx';
import { initialsOf, nameOf } from './names.ts';

const MENU_ID = 'account-menu';
const load = () => import(/* webpackFetchPriority: "low" */ './account-panel.tsx');

/** Avatar button of the subscriber with the account menu, whose code is loaded on hover or focus. */
export function AccountMenu({ user }: { user: User }) {
  const button = useRef<HTMLButtonElement>(null);
  const [Panel, setPanel] = useState<ComponentType<AccountPanelProps>>();
  const [start, setStart] = useState<AccountPanelProps['start']>(null);
  const navigate = useNavigate();
  const toast = useToast();

  const open = async (next: NonNullable<typeof start>) => {
    try {
      const { AccountPanel } = await load();
      setPanel(() => AccountPanel);
      setStart(next);
    } catch {
      toast({ tone: 'error', title: 'Erreur', text: 'Vérifiez votre connexion, puis réessayez.' });
      // Fallback: the account page has everything that the menu links to.
      await navigate(paths.account());
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    void open(event.key === 'ArrowDown' ? 'first' : 'last');
  };
  const isOpen = start !== null;
  return (
    <>
      <AvatarButton
        ref={button}
        initials={initialsOf(user)}
        label={`compte de ${nameOf(user)}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? MENU_ID : undefined}
        onClick={() => (isOpen ? setStart(null) : void open('first'))}
        onKeyDown={onKeyDown}
        onPointerEnter={() => preload(load)}
        onFocus={() => preload(load)}
      />
      {Panel && <Panel id={MENU_ID} user={user} opener={button} start={start} onClose={() => setStart(null)} />}
    </>
  );
}

import type { User } from 'contracts/subscribers';
import { useRef, useState } from 'react';
import type { ComponentType, KeyboardEvent } from 'react';
import { AvatarButton } from 'ui/site-header';
import { paths } from 'web-kit/paths';
import { preload } from 'web-kit/preload';
import { useNavigate } from 'web-kit/router';
import type { AccountPanelProps } from './account-panel.tsx';
import { initialsOf, nameOf } from './names.ts';

const MENU_ID = 'account-menu';
const load = () => import(/* webpackFetchPriority: "low" */ './account-panel.tsx');

/** The subscriber's avatar and the menu behind it, whose code is loaded with the first sign of interest. */
export function AccountMenu({ user }: { user: User }) {
  const button = useRef<HTMLButtonElement>(null);
  const [Panel, setPanel] = useState<ComponentType<AccountPanelProps>>();
  const [start, setStart] = useState<AccountPanelProps['start']>(null);
  const navigate = useNavigate();

  const open = async (next: NonNullable<typeof start>) => {
    setStart(next);
    try {
      const { AccountPanel } = await load();
      setPanel(() => AccountPanel);
    } catch {
      // The page has everything that the menu leads to.
      await navigate(paths.account());
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    void open(event.key === 'ArrowDown' ? 'first' : 'last');
  };
  const isOpen = Panel !== undefined && start !== null;
  return (
    <>
      <AvatarButton
        ref={button}
        initials={initialsOf(user)}
        label={`compte de ${nameOf(user)}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? MENU_ID : undefined}
        onClick={() => (start === null ? void open('first') : setStart(null))}
        onKeyDown={onKeyDown}
        onPointerEnter={() => preload(load)}
        onFocus={() => preload(load)}
      />
      {Panel && <Panel id={MENU_ID} user={user} opener={button} start={start} onClose={() => setStart(null)} />}
    </>
  );
}

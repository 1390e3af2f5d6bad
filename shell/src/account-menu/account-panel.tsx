import { ThemeChoice } from 'account/theme-choice';
import type { User } from 'contracts/subscribers';
import Bell from 'lucide-react/icons/bell';
import Bookmark from 'lucide-react/icons/bookmark';
import FileX from 'lucide-react/icons/file-x';
import LogOut from 'lucide-react/icons/log-out';
import UserRound from 'lucide-react/icons/user-round';
import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { Menu, MenuButton, MenuLine, MenuLink } from 'ui/menu';
import { Spinner } from 'ui/spinner';
import { lossByLogout } from 'web-kit/logout-losses';
import type { Loss } from 'web-kit/logout-losses';
import { formatNumber } from 'web-kit/formats';
import { paths } from 'web-kit/paths';
import { queryKeys, skipToken, useQuery } from 'web-kit/query';
import { Link } from 'web-kit/router';
import { subscriberSession } from 'web-kit/session';
import { nameOf } from './names.ts';

export interface AccountPanelProps {
  id: string;
  user: User;
  opener: RefObject<HTMLElement | null>;
  /** Item that gets the focus first; null while the menu is closed. */
  start: 'first' | 'last' | null;
  onClose: () => void;
}

const QUESTIONS: Record<Loss, { title: string; what: string }> = {
  'unseen-purchase': {
    title: 'Partir sans avoir regardé\u00a0?',
    what: 'Votre paiement est confirmé, et tout le contenu vous est ouvert.',
  },
  'unsaved-input': {
    title: 'Partir sans enregistrer\u00a0?',
    what: 'Ce que vous avez saisi sur cette page sera perdu.',
  },
};

/** Account menu, and the confirmation of a logout that would lose something. */
export function AccountPanel({ id, user, opener, start, onClose }: AccountPanelProps) {
  const [isLoggingOut, setLoggingOut] = useState(false);
  const [loss, setLoss] = useState<Loss | null>(null);
  // Pages fetch the favourites where they need them: the menu sends no request of its own.
  const { data: favourites } = useQuery<unknown[]>({
    queryKey: queryKeys.favourites(user.email),
    queryFn: skipToken,
  });

  useLayoutEffect(
    () => () => {
      // After a logout the login button replaces this menu once this commit has ended.
      queueMicrotask(() => {
        if (document.activeElement === document.body)
          document.querySelector<HTMLElement>('header button')?.focus({ preventScroll: true });
      });
    },
    [],
  );

  const logOut = () => {
    setLoggingOut(true);
    void subscriberSession.logOut();
  };
  const requestLogout = () => {
    if (isLoggingOut) return;
    const loss = lossByLogout();
    if (!loss) return logOut();
    // Focused before the dialog opens, as the dialog returns the focus to the former element.
    opener.current?.focus({ preventScroll: true });
    onClose();
    setLoss(loss);
  };
  return (
    <>
      {start && (
        <Menu
          label="Mon compte"
          id={id}
          opener={opener}
          start={start}
          onClose={onClose}
          head={
            <>
              <b>{nameOf(user)}</b>
              <span className="small soft">{user.email}</span>
            </>
          }
        >
          <MenuLink icon={<UserRound />} href={paths.account()} component={Link} onClick={onClose}>
            Mon compte
          </MenuLink>
          <MenuLink
            icon={<Bookmark />}
            href={paths.account('favoris')}
            component={Link}
            end={favourites && formatNumber(favourites.length)}
            onClick={onClose}
          >
            Mes favoris
          </MenuLink>
          <MenuLink icon={<Bell />} href={paths.account('notifications')} component={Link} onClick={onClose}>
            Notifications
          </MenuLink>
          <MenuLink icon={<FileX />} href={paths.cancellation()} component={Link} onClick={onClose}>
            Résilier votre contrat
          </MenuLink>
          <MenuLine />
          <ThemeChoice />
          <MenuLine />
          <MenuButton
            icon={isLoggingOut ? <Spinner /> : <LogOut />}
            aria-disabled={isLoggingOut}
            aria-busy={isLoggingOut}
            onClick={requestLogout}
          >
            {isLoggingOut ? 'Déconnexion…' : 'Déconnexion'}
          </MenuButton>
        </Menu>
      )}
      {loss && (
        <ConfirmDialog
          open
          title={QUESTIONS[loss].title}
          what={QUESTIONS[loss].what}
          confirmLabel="Se déconnecter"
          cancelLabel="Rester"
          icon={<LogOut />}
          busy={isLoggingOut}
          onClose={() => setLoss(null)}
          onConfirm={logOut}
        />
      )}
    </>
  );
}

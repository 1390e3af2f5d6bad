import { FORGOT_PASSWORD_QUERY } from 'contracts/subscribers';
import { useEffect } from 'react';
import { authModal } from 'web-kit/auth-modal';
import { useLocation } from 'web-kit/router';

/** On the home page: opens "Mot de passe oublié" for the link of a mail. */
export const useForgotLink = (): void => {
  const { search } = useLocation();
  useEffect(() => {
    if (search.slice(1).split('&').includes(FORGOT_PASSWORD_QUERY)) authModal.open('forgot');
  }, [search]);
};

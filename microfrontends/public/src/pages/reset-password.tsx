import { RESET_INVALID_REDIRECT_MS, RESET_SUCCESS_REDIRECT_MS } from 'contracts/limits';
import { TEXTS } from 'contracts/texts';
import { useEffect, useState } from 'react';
import { Blank } from 'ui/blank';
import { Button } from 'ui/button';
import { useInitialData } from 'web-kit/initial-data';
import { titleOf, useDocumentTitle } from 'web-kit/page-head';
import { paths } from 'web-kit/paths';
import { useNavigate, useSearchParams } from 'web-kit/router';
import { useResetToken } from '../features/auth/api/reset-password.ts';
import { ResetForm } from '../features/auth/reset-form.tsx';
import { HomeLink } from '../features/layout/home-link.tsx';
import { CenteredPage, WaitingPage } from '../features/layout/page-frame.tsx';

/** A new password by the link of an e-mail (specification, sections 4 and 8). */
export default function ResetPasswordPage() {
  const { siteTitle } = useInitialData();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const { data, isPending, isFetching, refetch } = useResetToken(token);
  const [isDone, setDone] = useState(false);
  useDocumentTitle(titleOf(siteTitle, 'Nouveau mot de passe'));

  if (isDone)
    return (
      <Leaving after={RESET_SUCCESS_REDIRECT_MS} title="Mot de passe modifié">
        Vous pouvez vous connecter avec votre nouveau mot de passe.
      </Leaving>
    );
  if (token === '')
    return (
      <Leaving after={RESET_INVALID_REDIRECT_MS} title={TEXTS.resetLinkPage}>
        {TEXTS.resetTokenMissing}
      </Leaving>
    );
  if (isPending) return <WaitingPage label="Vérification du lien" />;
  if (!data) {
    return (
      <CenteredPage>
        <div role="alert">
          <Blank title={TEXTS.resetLinkUnverifiable} level={1}>
            <div className="row">
              <Button variant="primary" busy={isFetching} onClick={() => void refetch()}>
                Réessayer
              </Button>
              <HomeLink variant="ghost" />
            </div>
          </Blank>
        </div>
      </CenteredPage>
    );
  }
  if (!data.valid)
    return (
      <Leaving after={RESET_INVALID_REDIRECT_MS} title={TEXTS.resetLinkPage}>
        {TEXTS.resetTokenInvalid}
      </Leaving>
    );
  return (
    <CenteredPage>
      <ResetForm token={token} email={data.email} onDone={() => setDone(true)} />
    </CenteredPage>
  );
}

/** Says how it ended, then goes home by itself. */
function Leaving({ after, title, children }: { after: number; title: string; children: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.home(), { replace: true }), after);
    return () => clearTimeout(timer);
  }, [navigate, after]);
  return (
    <CenteredPage>
      <div role="alert">
        <Blank title={title} level={1}>
          <p className="soft">{children}</p>
          <HomeLink variant="primary" />
        </Blank>
      </div>
    </CenteredPage>
  );
}

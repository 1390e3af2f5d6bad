import { RESET_INVALID_REDIRECT_MS, RESET_SUCCESS_REDIRECT_MS } from 'contracts/limits';
import { TEXTS } from 'contracts/texts';
import { useEffect, useState } from 'react';
import { EmptyState } from 'ui/empty-state';
import { Outcome } from 'ui/outcome';
import { useDocumentTitle } from 'web-kit/page-head';
import { paths } from 'web-kit/paths';
import { useNavigate, useSearchParams } from 'web-kit/router';
import { useResetToken, ResetForm } from '../features/auth/index.ts';
import { CenteredPage, HomeLink, LoadFailurePage, LoadingPage } from '../features/layout/index.ts';

/** Sets a new password from the link in an e-mail. */
export default function ResetPasswordPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const query = useResetToken(token);
  const { data } = query;
  const [isDone, setDone] = useState(false);
  useDocumentTitle('resetPassword');

  if (isDone)
    return (
      <RedirectNotice after={RESET_SUCCESS_REDIRECT_MS} title="Mot de passe modifié">
        Vous pouvez vous connecter avec votre nouveau mot de passe.
      </RedirectNotice>
    );
  if (token === '')
    return (
      <RedirectNotice after={RESET_INVALID_REDIRECT_MS} title={TEXTS.resetLinkPage}>
        {TEXTS.resetTokenMissing}
      </RedirectNotice>
    );
  if (query.isPending) return <LoadingPage label="Vérification du lien" />;
  if (!data) return <LoadFailurePage title={TEXTS.resetLinkUnverifiable} query={query} />;
  if (!data.valid)
    return (
      <RedirectNotice after={RESET_INVALID_REDIRECT_MS} title={TEXTS.resetLinkPage}>
        {TEXTS.resetTokenInvalid}
      </RedirectNotice>
    );
  return (
    <CenteredPage>
      <ResetForm token={token} email={data.email} onDone={() => setDone(true)} />
    </CenteredPage>
  );
}

/** Shows the outcome, then redirects to the home page. */
function RedirectNotice({ after, title, children }: { after: number; title: string; children: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.home(), { replace: true }), after);
    return () => clearTimeout(timer);
  }, [navigate, after]);
  return (
    <CenteredPage>
      <Outcome>
        <EmptyState title={title} level={1}>
          <p className="soft">{children}</p>
          <HomeLink variant="primary" />
        </EmptyState>
      </Outcome>
    </CenteredPage>
  );
}

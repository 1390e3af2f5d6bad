import { Button, ButtonLink } from 'ui/button';
import { EmptyState } from 'ui/empty-state';
import { Outcome } from 'ui/outcome';
import { messageOf, ApiError } from 'web-kit/api';
import { useDocumentTitle } from 'web-kit/page-head';
import { paths } from 'web-kit/paths';
import { Link, useSearchParams } from 'web-kit/router';
import { subscriberSession, useSession } from 'web-kit/session';
import { useConfirmEmail } from '../features/account/index.ts';
import { CenteredPage, HomeLink } from '../features/layout/index.ts';

/**
 * Confirms a new address from the link in an e-mail. A button is required, so that programs that open links in mails confirm
 * nothing.
 */
export default function ConfirmEmailPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const { mutate, isPending, isSuccess, error } = useConfirmEmail(token);
  useDocumentTitle('confirmEmail');

  if (isSuccess) return <Confirmed />;
  if (token === '' || (error instanceof ApiError && error.status === 400)) return <Invalid />;
  return (
    <CenteredPage>
      <EmptyState title="Confirmez votre nouvelle adresse" level={1}>
        <p className="soft">
          Elle remplacera l’ancienne pour vous connecter et pour nos messages. Vos autres appareils seront déconnectés.
        </p>
        {error && <p role="alert">{messageOf(error)}</p>}
        <div className="row">
          <Button variant="primary" busy={isPending} onClick={() => mutate()}>
            {error ? 'Réessayer' : 'Confirmer cette adresse'}
          </Button>
          <HomeLink variant="ghost" />
        </div>
      </EmptyState>
    </CenteredPage>
  );
}

function OutcomePage({ title, text, isLoggedIn }: { title: string; text: string; isLoggedIn: boolean }) {
  return (
    <CenteredPage>
      <Outcome>
        <EmptyState title={title} level={1}>
          <p className="soft">{text}</p>
          <div className="row">
            {isLoggedIn && (
              <ButtonLink variant="primary" href={paths.account()} component={Link}>
                Mon compte
              </ButtonLink>
            )}
            <HomeLink variant={isLoggedIn ? 'ghost' : 'primary'} />
          </div>
        </EmptyState>
      </Outcome>
    </CenteredPage>
  );
}

function Confirmed() {
  const user = useSession(subscriberSession)?.user;
  return (
    <OutcomePage
      title="Adresse confirmée"
      text={
        user
          ? 'Votre nouvelle adresse est enregistrée.'
          : 'Votre nouvelle adresse est enregistrée. Connectez-vous avec elle et votre mot de passe.'
      }
      isLoggedIn={user !== undefined}
    />
  );
}

function Invalid() {
  const isLoggedIn = useSession(subscriberSession) !== null;
  return (
    <OutcomePage
      title="Lien invalide ou expiré"
      text="Ce lien est valable une heure et ne sert qu’une fois. Si vous l’aviez déjà confirmée, votre adresse est enregistrée&nbsp;; sinon, demandez un nouveau lien dans votre compte."
      isLoggedIn={isLoggedIn}
    />
  );
}

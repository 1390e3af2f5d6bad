import { Button } from 'ui/button';
import { EmptyState } from 'ui/empty-state';
import { Outcome } from 'ui/outcome';
import { messageOf } from 'web-kit/api';
import { useDocumentTitle } from 'web-kit/page-head';
import { useSearchParams } from 'web-kit/router';
import { CenteredPage, HomeLink } from '../features/layout/index.ts';
import { useUnsubscribe } from '../features/notifications/index.ts';

/**
 * Ends mails about lives from the link in such a mail. A button is required, so that programs that open links in mails end nothing.
 */
export default function UnsubscribePage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const { mutate, isPending, isSuccess, error } = useUnsubscribe(token);
  useDocumentTitle('unsubscribe');

  if (isSuccess) return <Unsubscribed />;
  return (
    <CenteredPage>
      <EmptyState title="Ne plus être prévenu par e-mail&nbsp;?" level={1}>
        <p className="soft">Vous ne recevrez plus d’e-mail pour les lives de ce modèle. Votre compte ne change pas.</p>
        {error && <p role="alert">{messageOf(error)}</p>}
        <div className="row">
          <Button variant="primary" busy={isPending} onClick={() => mutate()}>
            {error ? 'Réessayer' : 'Me désabonner'}
          </Button>
          <HomeLink variant="ghost" />
        </div>
      </EmptyState>
    </CenteredPage>
  );
}

function Unsubscribed() {
  return (
    <CenteredPage>
      <Outcome>
        <EmptyState title="C’est fait" level={1}>
          <p className="soft">Ces e-mails ne vous parviendront plus.</p>
          <div className="row">
            <HomeLink variant="primary" />
          </div>
        </EmptyState>
      </Outcome>
    </CenteredPage>
  );
}

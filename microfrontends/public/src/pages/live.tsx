import type { ModelView } from 'contracts/models';
import { OFFER_TEXTS } from 'contracts/offer';
import { liveAnnouncement, TEXTS } from 'contracts/texts';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Send from 'lucide-react/icons/send';
import { useMemo } from 'react';
import { Button, ButtonLink } from 'ui/button';
import { LiveEntrance } from 'ui/live-entrance';
import { TextLink } from 'ui/text-link';
import { authModal } from 'web-kit/auth-modal';
import { useDocumentTitle } from 'web-kit/page-head';
import { paths } from 'web-kit/paths';
import { Link, Navigate, useLocation, useParams } from 'web-kit/router';
import { ContentPanel, countsOf, listsOf, useViewer } from '../features/content/index.ts';
import { Footer, LoadingPage, ModelNotFoundPage } from '../features/layout/index.ts';
import { Countdown, LiveActions, LiveReminder } from '../features/live/index.ts';
import { useModel, coverOf } from '../features/models/index.ts';
import { useAccess } from '../features/subscription/index.ts';

export function LivePage() {
  const { modelSlug = '' } = useParams();
  const { search } = useLocation();
  const { data: model, isPending, isError } = useModel(modelSlug);
  useDocumentTitle('live', { name: model?.name, missing: model === null ? TEXTS.modelNotFound : undefined });
  if (isPending) return <LoadingPage />;
  if (isError && !model) return <Navigate to={paths.home()} replace />;
  if (!model) return <ModelNotFoundPage />;
  // The response for a former slug contains the model's current slug (docs/domain.md#former-slugs).
  if (model.slug !== modelSlug) return <Navigate to={`${paths.live(model.slug)}${search}`} replace />;
  return <Stage key={model.slug} model={model} />;
}

function Stage({ model }: { model: ModelView }) {
  const access = useAccess();
  // Opens the registration together with the page that the link leads to.
  const register = () => authModal.open('register', { modelSlug: model.slug });
  const title = model.is_live ? `${model.name} est sur scène` : `${model.name} revient ce soir`;
  const announcement = liveAnnouncement(model.live_schedule_start);
  return (
    <>
      <main id="main">
        <LiveEntrance
          picture={coverOf(model, '(min-width: 60rem) 50vw, 100vw')}
          live={model.is_live}
          title={title}
          lead={
            <>
              {announcement}. <LiveActions kind={access.kind} />
            </>
          }
        >
          {!model.is_live && <Countdown start={model.live_schedule_start} />}
          {access.kind === 'visitor' && (
            <ButtonLink variant="primary" href={paths.model(model.slug)} component={Link} onClick={register}>
              {TEXTS.registerOrLogin}
            </ButtonLink>
          )}
          {access.kind === 'unknown' && (
            <Button variant="primary" busy>
              Chargement de votre accès
            </Button>
          )}
          {access.kind === 'registered' && (
            <ButtonLink variant="primary" href={paths.paymentStatus()} component={Link}>
              Débloquer l’accès
            </ButtonLink>
          )}
          {access.kind === 'paid' && access.telegramLink && (
            <ButtonLink variant="primary" href={access.telegramLink} target="_blank">
              <Send />
              {model.is_live ? 'Rejoindre le live sur Telegram' : 'Rejoindre le groupe Telegram VIP'}
            </ButtonLink>
          )}
          {access.kind !== 'paid' && (
            <p className="small" style={access.kind === 'unknown' ? { visibility: 'hidden' } : undefined}>
              {OFFER_TEXTS.today}.
            </p>
          )}
          <LiveReminder model={model} />
          <TextLink href={paths.model(model.slug)} component={Link}>
            <ArrowLeft />
            Retour au profil
          </TextLink>
        </LiveEntrance>
        {access.kind === 'paid' && <Replays model={model} />}
      </main>
      <Footer />
    </>
  );
}

function Replays({ model }: { model: ModelView }) {
  const lists = useMemo(() => listsOf(model), [model]);
  const { open, viewer } = useViewer(model, lists);
  return (
    <section className="page section" aria-labelledby="replays-title">
      <div className="section-head">
        <h2 className="title" id="replays-title">
          {TEXTS.replaysTitle}
        </h2>
      </div>
      <ContentPanel
        kind="lives"
        items={lists.lives}
        count={countsOf(model).lives}
        label={TEXTS.replaysTitle}
        onOpen={(index) => open('lives', index)}
        onUnlock={() => undefined}
      />
      {viewer}
    </section>
  );
}

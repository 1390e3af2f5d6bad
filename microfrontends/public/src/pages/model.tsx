import type { ModelView } from 'contracts/models';
import { liveAnnouncement, TEXTS } from 'contracts/texts';
import { ProfileHeader } from 'ui/profile-header';
import { useDocumentTitle } from 'web-kit/page-head';
import { paths } from 'web-kit/paths';
import { Link, Navigate, useLocation, useParams } from 'web-kit/router';
import { Contents } from '../features/content/index.ts';
import { Footer, LoadingPage, ModelNotFoundPage } from '../features/layout/index.ts';
import { LiveReminder } from '../features/live/index.ts';
import { MarkButtons } from '../features/marks/index.ts';
import { OtherModels, useModel, avatarOf, backdropOf, statsOf, useVisit } from '../features/models/index.ts';
import { ShareButton } from '../features/share/index.ts';
import { ModelOffer, UnlockBar } from '../features/subscription/index.ts';

export function ModelPage() {
  const { modelSlug = '' } = useParams();
  const { search } = useLocation();
  const { data: model, isPending, isError } = useModel(modelSlug);
  useDocumentTitle('model', {
    name: model?.name,
    customTitle: model?.custom_title,
    missing: model === null ? TEXTS.modelNotFound : undefined,
  });
  if (isPending) return <LoadingPage />;
  if (isError && !model) return <Navigate to={paths.home()} replace />;
  if (!model) return <ModelNotFoundPage />;
  // The response for a former slug contains the model's current slug (docs/domain.md#former-slugs).
  if (model.slug !== modelSlug) return <Navigate to={`${paths.model(model.slug)}${search}`} replace />;
  // The key resets the tab and its position for another model.
  return <VisitedProfile key={model.slug} model={model} />;
}

/** A profile that is recorded for the offline page; a preview is not recorded. */
function VisitedProfile({ model }: { model: ModelView }) {
  useVisit(model);
  return <Profile model={model} />;
}

/** Public profile of a model. */
export function Profile({ model }: { model: ModelView }) {
  return (
    <>
      <main id="main">
        <ProfileHeader
          name={model.name}
          age={model.age}
          verified={model.is_verified}
          live={model.is_live}
          bio={model.bio}
          stats={statsOf(model)}
          cover={backdropOf(model)}
          avatar={avatarOf(model, 176)}
          liveTarget={{ href: paths.live(model.slug), component: Link }}
          announcement={liveAnnouncement(model.live_schedule_start)}
          actions={
            <>
              <LiveReminder model={model} small />
              <MarkButtons model={model} />
              <ShareButton model={model} />
            </>
          }
        >
          <ModelOffer model={model} />
        </ProfileHeader>
        <Contents model={model} />
        <OtherModels slug={model.slug} />
      </main>
      <Footer />
      <UnlockBar model={model} />
    </>
  );
}

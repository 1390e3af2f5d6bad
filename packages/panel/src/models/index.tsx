import type { ModelChangeInput, ModelPlace, ModelView } from 'contracts/models';
import { ApiError } from 'web-kit/api';
import type { Caller, ListPage } from 'web-kit/api';
import { paths } from 'web-kit/paths';
import { STORAGE_KEYS } from 'web-kit/storage';
import type { PanelOwner } from '../panel-owner.ts';
import { createModel } from './api/create-model.ts';
import type { ModelBody } from './api/create-model.ts';
import { deleteModel } from './api/delete-model.ts';
import { featureModel } from './api/feature-model.ts';
import { getModel } from './api/get-model.ts';
import { listByPlace } from './api/list-by-place.ts';
import { placeModel } from './api/place-model.ts';
import { resetLiveOverride } from './api/reset-live-override.ts';
import { updateModel } from './api/update-model.ts';

/** The administrator's calls on the order of the wall (docs/domain.md#order-of-the-wall). */
export interface WallApi {
  /** Fetches a page of the published models in their order. */
  list: (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<ModelView>>;
  place: (id: string, place: ModelPlace) => Promise<unknown>;
  feature: (id: string, isFeatured: boolean) => Promise<unknown>;
}

/** Whether a call failed because the model was deleted elsewhere: lists that still show it have to be read again. */
export const isModelGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'MODEL_NOT_FOUND';

/** A panel's calls on its models; administrator and affiliate use different operations (docs/domain.md#roles). */
export interface ModelsApi {
  session: Caller;
  /** Owner of the form drafts in this browser: the session's storage key, whose logout removes them. */
  draftsOf: string;
  /** Whether the redirection section is shown and sent: only for the main administrator. */
  withRedirection: boolean;
  /** Fetches a model with its media lists and all data that its editor may see. */
  load: (slug: string) => Promise<ModelView>;
  create: (body: ModelBody, idempotencyKey: string) => Promise<ModelView>;
  /** Saves changes; with `editRevision` it is rejected (EDIT_CONFLICT) if the model was saved elsewhere since then. */
  update: (id: string, body: ModelChangeInput, editRevision?: number) => Promise<ModelView>;
  remove: (id: string, options?: { keepalive?: boolean }) => Promise<unknown>;
  /** Returns the address of a hidden model's page as visitors would see it. */
  previewOf: (slug: string) => string;
  resetOverride: (id: string) => Promise<ModelView>;
  /** Calls on the order of the wall; null in a panel that does not set it. */
  wall: WallApi | null;
}

/** Creates the calls on models of a panel: the administrator's where its slug is null, else the affiliate's. */
export const modelsApiOf = (owner: PanelOwner): ModelsApi => ({
  session: owner.session,
  draftsOf: owner.slug === null ? STORAGE_KEYS.administratorToken : STORAGE_KEYS.affiliateToken(owner.slug),
  withRedirection: owner.slug === null,
  load: (slug) => getModel(owner, slug),
  create: (body, idempotencyKey) => createModel(owner, body, idempotencyKey),
  update: (id, body, editRevision) => updateModel(owner, id, body, editRevision),
  remove: (id, options) => deleteModel(owner, id, options),
  previewOf: (slug) => paths.preview(slug, owner.slug),
  resetOverride: (id) => resetLiveOverride(owner, id),
  wall:
    owner.slug === null
      ? {
          list: (cursor, signal) => listByPlace(owner, cursor, signal),
          place: (id, place) => placeModel(owner, id, place),
          feature: (id, isFeatured) => featureModel(owner, id, isFeatured),
        }
      : null,
});

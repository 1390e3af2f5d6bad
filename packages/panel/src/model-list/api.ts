import type { ModelChangeInput, ModelView } from 'contracts/models';
import type { Caller } from 'web-kit/api';

export type ModelBody = ModelChangeInput & { name: string; slug: string };

/** A panel's calls on its models; administrator and affiliate use different operations (docs/domain.md#roles). */
export interface ModelsApi {
  session: Caller;
  /** Whether the redirection section is shown and sent: the main administrator's alone. */
  withRedirection: boolean;
  /** A model with its media lists and everything that its editor may see. */
  load: (slug: string) => Promise<ModelView>;
  create: (body: ModelBody, idempotencyKey: string) => Promise<ModelView>;
  /** With `editRevision` the save is rejected (EDIT_CONFLICT) when the model was saved elsewhere since. */
  update: (id: string, body: ModelChangeInput, editRevision?: number) => Promise<ModelView>;
  remove: (id: string) => Promise<unknown>;
  resetOverride: (id: string) => Promise<ModelView>;
}

import type { ModelChangeInput, ModelView } from 'contracts/models';
import type { Caller } from 'web-kit/api';

export type ModelBody = ModelChangeInput & { name: string; slug: string };

/** The calls of one panel on its models: the administrator's and the affiliate's differ (specification, section 7). */
export interface ModelsApi {
  session: Caller;
  /** Whether the redirection section is shown and sent: the main administrator's alone. */
  withRedirection: boolean;
  /** A model with its media lists and everything that its editor may see. */
  load: (slug: string) => Promise<ModelView>;
  create: (body: ModelBody) => Promise<ModelView>;
  /** With `editRevision` the save is refused (EDIT_CONFLICT) when somebody else has saved since. */
  update: (id: string, body: ModelChangeInput, editRevision?: number) => Promise<ModelView>;
  remove: (id: string) => Promise<unknown>;
  resetOverride: (id: string) => Promise<ModelView>;
}

import type { AuditEntry } from 'contracts/audit';
import type { ModelVersion, ModelView } from 'contracts/models';
import { getModelVersion, restoreModelVersion } from 'contracts/operations/models';
import { call } from 'web-kit/api';
import type { PanelOwner } from '../../panel-owner.ts';

export type Version = NonNullable<AuditEntry['version']>;

const paramsOf = ({ model_id, edit_revision }: Version) => ({ id: model_id, edition: edit_revision });

/** Loads the changes that restoring the version would make now. */
export const loadVersion = ({ session }: PanelOwner, version: Version, signal?: AbortSignal): Promise<ModelVersion> =>
  call(getModelVersion, { params: paramsOf(version), session, signal });

/** Restores a version. Rejected (EDIT_CONFLICT) when the model was saved since `editRevision`. */
export const restoreVersion = ({ session }: PanelOwner, version: Version, editRevision: number): Promise<ModelView> =>
  call(restoreModelVersion, {
    params: paramsOf(version),
    session,
    headers: { 'if-match': `"${editRevision}"` },
  });

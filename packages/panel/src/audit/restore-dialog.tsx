import type { AuditPage } from 'contracts/audit';
import { ERRORS } from 'contracts/errors';
import { TEXTS } from 'contracts/texts';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useState } from 'react';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { Note } from 'ui/note';
import { RetryButton } from 'ui/retry-button';
import { Spinner } from 'ui/spinner';
import { useToast } from 'ui/toast';
import { ApiError, failureText, messageOf } from 'web-kit/api';
import { formatDateTime, plural } from 'web-kit/formats';
import { useQuery, useQueryClient } from 'web-kit/query';
import type { QueryClient } from 'web-kit/query';
import type { PanelOwner } from '../panel-owner.ts';
import { AUDIT_KEY } from './api/get-audit.ts';
import { loadVersion, restoreVersion } from './api/versions.ts';
import type { Version } from './api/versions.ts';
import { ChangeList } from './change-list.tsx';

/** Delays of refetches: the audit trail gets the restore by an event, a moment later, and never lists it if the filters hide it. */
const REFETCH_DELAYS_MS = [500, 1_000, 2_000, 4_000];

/** Refetches the audit trail until it lists the save. */
const refetchTrail = async (client: QueryClient, modelId: string, editRevision?: number): Promise<void> => {
  for (const delayMs of REFETCH_DELAYS_MS) {
    const isListed = client
      .getQueriesData<AuditPage>({ queryKey: [AUDIT_KEY] })
      .flatMap(([, page]) => page?.entries ?? [])
      .some(({ version }) => version?.model_id === modelId && version.edit_revision === editRevision);
    if (isListed) return;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await client.invalidateQueries({ queryKey: [AUDIT_KEY] });
  }
};

interface RestoreDialogProps {
  owner: PanelOwner;
  /** Name of the model. */
  name: string;
  /** Instant at which the version was saved. */
  at: string;
  version: Version;
  onClose: () => void;
}

/**
 * Dialog that shows what restoring a version changes, and restores it after confirmation
 * (docs/domain.md#former-versions-of-a-model).
 */
export function RestoreDialog({ owner, name, at, version, onClose }: RestoreDialogProps) {
  const show = useToast();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [isConflict, setIsConflict] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['model-version', version.model_id, version.edit_revision],
    queryFn: ({ signal }) => loadVersion(owner, version, signal),
    staleTime: 0,
    gcTime: 0,
  });

  const restore = async (editRevision: number) => {
    setBusy(true);
    try {
      const restored = await restoreVersion(owner, version, editRevision);
      onClose();
      show({ tone: 'success', title: 'Version restaurée', text: name });
      await client.invalidateQueries();
      await refetchTrail(client, version.model_id, restored.edit_revision);
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'EDIT_CONFLICT') {
        setIsConflict(true);
        await refetch();
      } else show({ tone: 'error', title: TEXTS.error, text: failureText(failure, { rejected: TEXTS.updateFailed }) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog open onClose={onClose} title="Revenir à cet état">
      <div>
        <p>
          <b>{name}</b>
        </p>
        <p className="small soft">
          Version n°&nbsp;{version.edit_revision}, {formatDateTime(at)}
        </p>
      </div>
      {isConflict && <Note>{ERRORS.EDIT_CONFLICT.text} Vérifiez ce qui change.</Note>}
      {data ? (
        <>
          {data.changes.length > 0 ? (
            <section aria-label="Ce qui change">
              <p className="small soft">Ce qui change&nbsp;:</p>
              <ChangeList changes={data.changes} />
            </section>
          ) : (
            <p>Le modèle a déjà ces valeurs&nbsp;: il n’y a rien à restaurer.</p>
          )}
          {data.missing_files > 0 && (
            <p className="small">
              {plural(data.missing_files, 'fichier supprimé depuis', 'fichiers supprimés depuis')}&nbsp;: la
              restauration ne peut pas le{data.missing_files < 2 ? '' : 's'} rétablir.
            </p>
          )}
          <p className="small soft">L’état de publication et le live restent comme ils sont.</p>
          {data.changes.length > 0 && (
            <Button wide variant="primary" busy={busy} onClick={() => void restore(data.edit_revision)}>
              <RotateCcw />
              Restaurer
            </Button>
          )}
        </>
      ) : error ? (
        <>
          <p role="alert">{messageOf(error)}</p>
          {!(error instanceof ApiError && error.code === 'VERSION_NOT_FOUND') && (
            <RetryButton wide onRetry={() => void refetch()} />
          )}
        </>
      ) : (
        <Spinner label="Chargement" />
      )}
      <Button wide variant="ghost" onClick={onClose}>
        {data?.changes.length === 0 || (error && !data) ? 'Fermer' : 'Annuler'}
      </Button>
    </Dialog>
  );
}

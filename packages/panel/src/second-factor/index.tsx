import type { Enrolment, FactorMethod, FactorView, NewFactor } from 'contracts/second-factor';
import { TEXTS } from 'contracts/texts';
import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { Loading, Skeleton } from 'ui/skeleton';
import { useToast } from 'ui/toast';
import { ApiError, messageOf } from 'web-kit/api';
import { plural } from 'web-kit/formats';
import { useFocusFallback } from '../focus-fallback/index.tsx';
import { CodesDialog, RemovalDialog, RenewalDialog } from './factor-dialogs.tsx';
import { FactorList } from './factor-list.tsx';
import { FactorSetup } from './factor-setup.tsx';
import styles from './second-factor.module.css';
import { useFactors } from './use-factors.ts';
import type { FactorCalls } from './use-factors.ts';

export { CodeField } from './code-field.tsx';
export { FactorSetup } from './factor-setup.tsx';
export { passkeyFailureText, signByPasskey } from './passkey.ts';
export { RecoveryCodes } from './recovery-codes.tsx';
export { factorCallsOf } from './use-factors.ts';

interface SecondFactorsProps {
  /** Owner of the factors in the cache key. */
  owner: string;
  calls: FactorCalls;
  /** Called when the first factor was added, which has ended the other sessions. */
  onFirstAdded: () => void;
}

const ADD_TITLES: Record<FactorMethod, string> = {
  totp: 'Ajouter une application',
  passkey: 'Ajouter une clé d’accès',
};

/** Second factors of the logged-in account: adds and removes them, and generates recovery codes. */
export function SecondFactors(props: SecondFactorsProps) {
  const area = useRef<HTMLDivElement>(null);
  return (
    <div ref={area}>
      <Factors {...props} area={area} />
    </div>
  );
}

function Factors({
  owner,
  calls,
  onFirstAdded,
  area,
}: SecondFactorsProps & { area: RefObject<HTMLDivElement | null> }) {
  const show = useToast();
  const { query, begin, add, remove, renewCodes } = useFactors(owner, calls);
  const [setup, setSetup] = useState<{ method: FactorMethod; enrolment: Enrolment }>();
  const [removal, setRemoval] = useState<FactorView>();
  const [isRenewing, setRenewing] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  // The retry button of a failure and the button of a removed factor disappear.
  useFocusFallback(area, null, ['ul[tabindex]', 'button']);
  const fail = (error: unknown) => show({ tone: 'error', title: TEXTS.error, text: messageOf(error) });

  const start = (method: FactorMethod) =>
    begin.mutate(undefined, { onSuccess: (enrolment) => setSetup({ method, enrolment }), onError: fail });
  const save = async (factor: NewFactor['factor']) => {
    try {
      const { recoveryCodes } = await add.mutateAsync({ challenge: setup?.enrolment.challenge ?? '', factor });
      setSetup(undefined);
      show({ tone: 'success', title: 'Méthode ajoutée', text: factor.name });
      if (!recoveryCodes) return;
      setCodes(recoveryCodes);
      onFirstAdded();
    } catch (error) {
      // Nothing in the dialog is valid any more: it starts again.
      if (error instanceof ApiError && error.code === 'CHALLENGE_EXPIRED') setSetup(undefined);
      throw error;
    }
  };
  const confirmRemoval = () =>
    removal &&
    remove.mutate(removal.id, {
      onSuccess: () => show({ tone: 'success', title: 'Méthode retirée', text: removal.name }),
      onError: fail,
      onSettled: () => setRemoval(undefined),
    });
  const confirmRenewal = () =>
    renewCodes.mutate(undefined, {
      onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
      onError: fail,
      onSettled: () => setRenewing(false),
    });

  if (!query.data) return <FactorsUnavailable query={query} />;
  const { factors, required, recovery_codes_left: codesLeft } = query.data;
  const isLastRequired = required && factors.length === 1;
  return (
    <div className={styles.section}>
      {factors.length === 0 ? (
        <p className="small soft">
          Le mot de passe suffit pour ouvrir ce panneau. Ajoutez une application ou une clé d’accès pour le protéger.
        </p>
      ) : (
        <FactorList factors={factors} onRemove={isLastRequired ? null : setRemoval} />
      )}
      {isLastRequired && (
        <p className="small soft">Elle est obligatoire ici&nbsp;: la dernière méthode ne se retire pas.</p>
      )}
      <div className="row">
        <Button busy={begin.isPending} onClick={() => start('totp')}>
          {ADD_TITLES.totp}
        </Button>
        <Button busy={begin.isPending} onClick={() => start('passkey')}>
          {ADD_TITLES.passkey}
        </Button>
      </div>
      {factors.length > 0 && (
        <div className="row">
          <p className="small soft">
            {codesLeft === 0
              ? 'Il ne reste aucun code de secours.'
              : `Il reste ${plural(codesLeft, 'code de secours', 'codes de secours')}.`}
          </p>
          <Button small variant="ghost" onClick={() => setRenewing(true)}>
            Créer de nouveaux codes
          </Button>
        </div>
      )}

      {setup && (
        <Dialog open onClose={() => setSetup(undefined)} title={ADD_TITLES[setup.method]} titleStyle="heading">
          <FactorSetup method={setup.method} enrolment={setup.enrolment} save={save} />
        </Dialog>
      )}
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
      <RemovalDialog
        open={removal !== undefined}
        name={removal?.name ?? ''}
        isLast={factors.length === 1}
        isBusy={remove.isPending}
        onClose={() => setRemoval(undefined)}
        onConfirm={confirmRemoval}
      />
      <RenewalDialog
        open={isRenewing}
        isBusy={renewCodes.isPending}
        onClose={() => setRenewing(false)}
        onConfirm={confirmRenewal}
      />
    </div>
  );
}

/** Placeholder of the factors while they load, and after a failure. */
function FactorsUnavailable({
  query,
}: {
  query: Pick<ReturnType<typeof useFactors>['query'], 'error' | 'isFetching' | 'refetch'>;
}) {
  if (!query.error)
    return (
      <Loading label="Chargement de la double authentification" className={styles.loading}>
        <Skeleton />
        <Skeleton />
      </Loading>
    );
  return (
    <div role="alert" className={styles.section}>
      <p>Impossible de charger la double authentification.</p>
      <Button busy={query.isFetching} onClick={() => void query.refetch()}>
        Réessayer
      </Button>
    </div>
  );
}

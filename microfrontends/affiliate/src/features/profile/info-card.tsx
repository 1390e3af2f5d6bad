import { zodResolver } from '@hookform/resolvers/zod';
import { AFFILIATE_FIELDS, OWN_AFFILIATE_FIELDS } from 'contracts/affiliate-fields';
import { ownAffiliateChange } from 'contracts/affiliates';
import type { AffiliateView } from 'contracts/affiliates';
import { TEXTS } from 'contracts/texts';
import Pencil from 'lucide-react/icons/pencil';
import QrCode from 'lucide-react/icons/qr-code';
import { linksOfAffiliate, LinksDialog } from 'panel/links-dialog';
import { PlainFields } from 'panel/plain-fields';
import { UnsavedDialog, useSaveKey, useUnsavedGuard } from 'panel/unsaved';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Resolver } from 'react-hook-form';
import { AdminCard } from 'ui/admin-card';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { StatusDot } from 'ui/status-dot';
import { useToast } from 'ui/toast';
import { Toggle } from 'ui/toggle';
import { failureText } from 'web-kit/api';
import styles from './info-card.module.css';
import { changeProfile } from './profile-api.ts';

interface InfoCardProps {
  affiliate: AffiliateView;
  onChanged: () => void;
}

type OwnField = (typeof OWN_AFFILIATE_FIELDS)[number];
type Values = Pick<AffiliateView, OwnField>;

/** Its card says "Compte actif", after the other fields. */
const TEXT_FIELDS = OWN_AFFILIATE_FIELDS.filter((name) => name !== 'is_active');
const valuesOf = (affiliate: AffiliateView) =>
  Object.fromEntries(OWN_AFFILIATE_FIELDS.map((name) => [name, affiliate[name]])) as Values;

/** The affiliate's own card, read or edited; name and slug are changed by the administrator alone. */
export function InfoCard({ affiliate, onChanged }: InfoCardProps) {
  const [editing, setEditing] = useState(false);
  const [sharing, setSharing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) editButton.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  if (editing) return <EditCard affiliate={affiliate} onDone={() => setEditing(false)} onChanged={onChanged} />;
  return (
    <>
      <AdminCard
        title={affiliate.name}
        level={2}
        handle={`@${affiliate.slug}`}
        status={
          <Badge tone={affiliate.is_active ? 'success' : 'danger'}>
            <StatusDot on={affiliate.is_active} />
            {affiliate.is_active ? 'Actif' : 'Inactif'}
          </Badge>
        }
        facts={TEXT_FIELDS.map((name) => [AFFILIATE_FIELDS[name].form.label, affiliate[name] || 'Aucun'])}
        actions={
          <>
            <Button small ref={editButton} onClick={() => setEditing(true)}>
              <Pencil />
              Modifier
            </Button>
            <Button small onClick={() => setSharing(true)}>
              <QrCode />
              Mes liens
            </Button>
          </>
        }
      />
      {sharing && (
        <LinksDialog name={affiliate.name} links={linksOfAffiliate(affiliate.slug)} onClose={() => setSharing(false)} />
      )}
    </>
  );
}

function EditCard({ affiliate, onDone, onChanged }: InfoCardProps & { onDone: () => void }) {
  const show = useToast();
  const { register, handleSubmit, formState } = useForm<Values>({
    defaultValues: valuesOf(affiliate),
    resolver: zodResolver(ownAffiliateChange, undefined, { raw: true }) as Resolver<Values>,
  });
  const { errors, isDirty, isSubmitting } = formState;
  const form = useRef<HTMLFormElement>(null);
  /** Continues the interrupted exit after confirmation; null while no confirmation is open. */
  const [pendingExit, setPendingExit] = useState<(() => void) | null>(null);
  useUnsavedGuard(isDirty, (leave) => setPendingExit(() => leave));
  useSaveKey(form);
  // The button that opened the form has gone with the card.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const cancel = () => (isDirty ? setPendingExit(() => () => undefined) : onDone());

  const save = async (values: Values) => {
    try {
      await changeProfile(affiliate.slug, values);
      show({ tone: 'success', title: TEXTS.success, text: 'Vos informations sont à jour.' });
      onChanged();
      onDone();
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: failureText(error, { refused: TEXTS.updateFailed }) });
    }
  };
  const refused = (faults: typeof errors) =>
    show({
      tone: 'error',
      title: TEXTS.validationError,
      text: Object.values(faults).find((fault) => fault?.message)?.message,
    });

  return (
    <>
      <form ref={form} className={styles.card} noValidate onSubmit={handleSubmit(save, refused)}>
        <div>
          <h2 className="heading">{affiliate.name}</h2>
          <p className="soft small">@{affiliate.slug}</p>
        </div>
        <PlainFields table={AFFILIATE_FIELDS} names={TEXT_FIELDS} columns={2} register={register} errors={errors} />
        <Toggle label="Compte actif" {...register('is_active')} />
        <div className="row">
          <Button type="submit" variant="primary" busy={isSubmitting}>
            Enregistrer
          </Button>
          <Button variant="ghost" onClick={cancel}>
            {TEXTS.cancel}
          </Button>
        </div>
      </form>
      <UnsavedDialog
        open={pendingExit !== null}
        what={affiliate.name}
        onStay={() => setPendingExit(null)}
        onLeave={() => {
          pendingExit?.();
          onDone();
        }}
      />
    </>
  );
}

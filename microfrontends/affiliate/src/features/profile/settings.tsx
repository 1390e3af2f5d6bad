import { zodResolver } from '@hookform/resolvers/zod';
import { AFFILIATE_FIELDS, OWN_AFFILIATE_FIELDS } from 'contracts/affiliate-fields';
import { ownAffiliateChange } from 'contracts/affiliates';
import type { AffiliateView } from 'contracts/affiliates';
import { TEXTS } from 'contracts/texts';
import SettingsIcon from 'lucide-react/icons/settings-2';
import { PlainFields } from 'panel/plain-fields';
import { adoptSaved, changedValues, UnsavedDialog, useSaveKey, useUnsavedGuard } from 'panel/unsaved';
import { useEffect, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Resolver } from 'react-hook-form';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { StatusDot } from 'ui/status-dot';
import { useToast } from 'ui/toast';
import { Toggle } from 'ui/toggle';
import { failureText } from 'web-kit/api';
import styles from './settings.module.css';
import { updateOwnAffiliate } from './api/update-own-affiliate.ts';

type OwnField = (typeof OWN_AFFILIATE_FIELDS)[number];
type Values = Pick<AffiliateView, OwnField>;

/** Without "Compte actif", which follows the other fields. */
const TEXT_FIELDS = OWN_AFFILIATE_FIELDS.filter((name) => name !== 'is_active');
const valuesOf = (affiliate: AffiliateView) =>
  Object.fromEntries(OWN_AFFILIATE_FIELDS.map((name) => [name, affiliate[name]])) as Values;

interface SettingsProps {
  affiliate: AffiliateView;
  onChanged: () => void;
}

/** The affiliate's own settings in a drawer; name and slug are changed by the administrator alone. */
export function Settings({ affiliate, onChanged }: SettingsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <SettingsIcon />
        Réglages
      </Button>
      {isOpen && <SettingsDrawer affiliate={affiliate} onChanged={onChanged} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function SettingsDrawer({ affiliate, onChanged, onClose }: SettingsProps & { onClose: () => void }) {
  const show = useToast();
  const formId = useId();
  const { register, handleSubmit, getValues, setValue, reset, formState } = useForm<Values>({
    defaultValues: valuesOf(affiliate),
    resolver: zodResolver(ownAffiliateChange, undefined, { raw: true }) as Resolver<Values>,
  });
  const { errors, isDirty, isSubmitting, dirtyFields } = formState;
  const form = useRef<HTMLFormElement>(null);
  /** Continues the interrupted exit after confirmation; null while no confirmation is open. */
  const [pendingExit, setPendingExit] = useState<(() => void) | null>(null);
  useUnsavedGuard(isDirty, (leave) => setPendingExit(() => leave));
  useSaveKey(form);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const cancel = () => (isDirty ? setPendingExit(() => () => undefined) : onClose());

  const save = async (values: Values) => {
    try {
      const saved = await updateOwnAffiliate(affiliate.slug, changedValues(values, dirtyFields));
      show({ tone: 'success', title: TEXTS.success, text: 'Vos informations sont à jour.' });
      onChanged();
      // Values typed during the save remain unsaved: the drawer stays open for the next save.
      if (!adoptSaved({ getValues, setValue, reset }, values, valuesOf(saved))) onClose();
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: failureText(error, { rejected: TEXTS.updateFailed }) });
    }
  };
  const reportInvalid = (faults: typeof errors) =>
    show({
      tone: 'error',
      title: TEXTS.validationError,
      text: Object.values(faults).find((fault) => fault?.message)?.message,
    });

  return (
    <Dialog
      open
      size="drawer"
      title="Réglages"
      onClose={cancel}
      footer={
        <>
          <Button variant="ghost" onClick={cancel}>
            {TEXTS.cancel}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isSubmitting}>
            Enregistrer
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className={styles.settings} noValidate onSubmit={handleSubmit(save, reportInvalid)}>
        <div className={styles.who}>
          <div>
            <p className="heading">{affiliate.name}</p>
            <p className="soft small">@{affiliate.slug}</p>
          </div>
          <Badge tone={affiliate.is_active ? 'success' : 'danger'}>
            <StatusDot on={affiliate.is_active} />
            {affiliate.is_active ? 'Actif' : 'Inactif'}
          </Badge>
        </div>
        <PlainFields table={AFFILIATE_FIELDS} names={TEXT_FIELDS} register={register} errors={errors} />
        <Toggle label="Compte actif" {...register('is_active')} />
      </form>
      <UnsavedDialog
        open={pendingExit !== null}
        what={affiliate.name}
        onStay={() => setPendingExit(null)}
        onLeave={() => {
          pendingExit?.();
          onClose();
        }}
      />
    </Dialog>
  );
}

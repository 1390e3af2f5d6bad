import { zodResolver } from '@hookform/resolvers/zod';
import { OUTGOING_EVENTS, outgoingSettings, POSTBACK_MACROS } from 'contracts/outgoing-postbacks';
import type { OutgoingEndpoint, OutgoingSettings } from 'contracts/outgoing-postbacks';
import { TEXTS } from 'contracts/texts';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from 'ui/button';
import { Checkbox } from 'ui/checkbox';
import { Field } from 'ui/field';
import { FormSection } from 'ui/form-section';
import { Select } from 'ui/select';
import { useOwnToast, useToast } from 'ui/toast';
import { Toggle } from 'ui/toggle';
import { ApiError, failureText } from 'web-kit/api';
import { saveOutgoing } from './api/outgoing.ts';
import type { OutgoingOwner } from './api/outgoing.ts';
import { DELIVERY_EVENT_TEXTS } from './delivery-texts.ts';
import styles from './outgoing-postbacks.module.css';

const DEFAULTS: OutgoingSettings = {
  url: '',
  method: 'POST',
  events: [...OUTGOING_EVENTS],
  is_enabled: true,
  renews_secret: false,
};

interface SettingsFormProps {
  owner: OutgoingOwner;
  endpoint: OutgoingEndpoint | null;
  onSaved: () => Promise<unknown>;
  /** Receives whether there is unsaved input. */
  onUnsaved: (isUnsaved: boolean) => void;
}

/** Form with the address of an affiliate's server and the events that it is notified of. */
export function SettingsForm({ owner, endpoint, onSaved, onUnsaved }: SettingsFormProps) {
  const show = useToast();
  const failure = useOwnToast();
  const [secret, setSecret] = useState<string | null>(null);
  const { register, handleSubmit, formState, reset, setError } = useForm<OutgoingSettings>({
    defaultValues: endpoint ? { ...DEFAULTS, ...endpoint } : DEFAULTS,
    resolver: zodResolver(outgoingSettings),
  });
  const { errors, isDirty, isSubmitting } = formState;
  useEffect(() => {
    onUnsaved(isDirty);
    return () => onUnsaved(false);
  }, [isDirty, onUnsaved]);
  const save = async (values: OutgoingSettings) => {
    try {
      const saved = await saveOutgoing(owner, values);
      setSecret(saved.secret);
      reset({ ...DEFAULTS, ...saved.endpoint });
      show({ tone: 'success', title: TEXTS.success, text: 'Les notifications sont à jour.' });
      await onSaved();
    } catch (error) {
      const text = failureText(error, { rejected: TEXTS.updateFailed });
      if (error instanceof ApiError && error.code === 'OUTGOING_HOST_REFUSED')
        setError('url', { message: text }, { shouldFocus: true });
      failure.show({ tone: 'error', title: TEXTS.error, text });
    }
  };
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit(save, failure.hide)}>
      <FormSection
        level={2}
        title="Adresse"
        description={'En https, sur le port 443. Les macros sont remplacées dans le chemin et les paramètres.'}
      >
        <Field
          label="URL de votre serveur"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://tracker.example/postback?cid={click_id}"
          error={errors.url?.message}
          {...register('url')}
        />
        <details className={styles.macros}>
          <summary>Macros disponibles</summary>
          <dl>
            {Object.entries(POSTBACK_MACROS).map(([name, meaning]) => (
              <div key={name}>
                <dt>
                  <code>{`{${name}}`}</code>
                </dt>
                <dd className="small soft">{meaning}</dd>
              </div>
            ))}
          </dl>
        </details>
        <Select label="Méthode" {...register('method')}>
          <option value="POST">POST, avec les valeurs en JSON</option>
          <option value="GET">GET, par l’URL seule</option>
        </Select>
      </FormSection>
      <FormSection level={2} title="Évènements">
        {OUTGOING_EVENTS.map((event) => (
          <Checkbox key={event} label={DELIVERY_EVENT_TEXTS[event]} value={event} {...register('events')} />
        ))}
        <Toggle label="Envoyer les notifications" {...register('is_enabled')} />
      </FormSection>
      <FormSection
        level={2}
        title="Signature"
        description={'Standard Webhooks. Vérifiez-la avec le secret avant de vous fier à une notification.'}
      >
        {endpoint && (
          <>
            <p className="small soft">
              Secret actuel{'\u00a0'}: …{endpoint.secret_hint}
            </p>
            <Checkbox label="Créer un nouveau secret" {...register('renews_secret')} />
          </>
        )}
        {secret !== null && (
          <p className={styles.secret} role="status">
            Votre secret, affiché une seule fois{'\u00a0'}: <code>{secret}</code>
          </p>
        )}
      </FormSection>
      <Button type="submit" variant="primary" busy={isSubmitting}>
        Enregistrer
      </Button>
    </form>
  );
}

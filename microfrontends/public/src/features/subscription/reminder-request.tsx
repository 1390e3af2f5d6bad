import { requestReminder } from 'contracts/operations/reminders';
import { TEXTS } from 'contracts/texts';
import { useRef, useState } from 'react';
import { TextButton } from 'ui/text-link';
import { useOwnToast } from 'ui/toast';
import { call, messageOf } from 'web-kit/api';
import { subscriberSession as session } from 'web-kit/session';

/** Consent to one mail a day later; nothing is sent without this button. */
export function ReminderRequest() {
  const { show, hide } = useOwnToast();
  const status = useRef<HTMLParagraphElement>(null);
  const [isRequested, setRequested] = useState(false);
  const request = async () => {
    hide();
    try {
      await call(requestReminder, { session });
      // The button goes with it.
      status.current?.focus({ preventScroll: true });
      setRequested(true);
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: messageOf(error) });
    }
  };
  return (
    <p className="small soft" role="status" ref={status} tabIndex={-1}>
      {isRequested ? (
        'Un seul e-mail partira dans 24 heures, si rien n’est payé d’ici là.'
      ) : (
        <TextButton onClick={() => void request()}>Me le rappeler demain par e-mail</TextButton>
      )}
    </p>
  );
}

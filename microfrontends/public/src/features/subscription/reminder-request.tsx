import { requestReminder } from 'contracts/operations/reminders';
import { TEXTS } from 'contracts/texts';
import { useState } from 'react';
import { TextButton } from 'ui/text-link';
import { useToast } from 'ui/toast';
import { call, messageOf } from 'web-kit/api';
import { subscriberSession as session } from 'web-kit/session';

/** Consent to one mail a day later; nothing is sent without this button. */
export function ReminderRequest() {
  const show = useToast();
  const [isRequested, setRequested] = useState(false);
  const request = async () => {
    try {
      await call(requestReminder, { session });
      setRequested(true);
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: messageOf(error) });
    }
  };
  return (
    <p className="small soft" role="status">
      {isRequested ? (
        'Un seul e-mail partira dans 24 heures, si rien n’est payé d’ici là.'
      ) : (
        <TextButton onClick={() => void request()}>Me le rappeler demain par e-mail</TextButton>
      )}
    </p>
  );
}

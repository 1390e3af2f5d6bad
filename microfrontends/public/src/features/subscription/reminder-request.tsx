import { TEXTS } from 'contracts/texts';
import { useRef } from 'react';
import { TextButton } from 'ui/text-link';
import { useOwnToast } from 'ui/toast';
import { messageOf } from 'web-kit/api';
import { useReminder, useRequestReminder } from './api/reminder.ts';

/** Requests one mail a day later; without a click on this button nothing is sent. */
export function ReminderRequest() {
  const { show, hide } = useOwnToast();
  const status = useRef<HTMLParagraphElement>(null);
  const { data, isPending } = useReminder();
  const request = useRequestReminder();
  const state = data?.state ?? 'available';
  const requestOnce = async () => {
    hide();
    try {
      await request.mutateAsync();
      // The button, which has the focus, disappears with the request.
      status.current?.focus({ preventScroll: true });
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: messageOf(error) });
    }
  };
  if (state === 'unavailable') return null;
  return (
    <p className="small soft" role="status" ref={status} tabIndex={-1}>
      {isPending ? (
        // Reserves the height of the line.
        '\u00a0'
      ) : state === 'requested' ? (
        'Un seul e-mail partira 24 heures après votre demande, si rien n’est payé d’ici là.'
      ) : (
        <TextButton onClick={() => void requestOnce()}>Me le rappeler demain par e-mail</TextButton>
      )}
    </p>
  );
}

import { stopReminder } from 'contracts/operations/reminders';
import type { ToastText } from 'ui/toast';
import { call } from 'web-kit/api';

/** Withdraws the consent to reminders by the token of a mail's link. @returns the text to show */
export const withdrawReminder = async (token: string): Promise<ToastText> => {
  await call(stopReminder, { body: { token } });
  return { tone: 'success', title: 'C’est noté', text: 'Vous ne recevrez plus de rappel.' };
};

import type { Message, ReceivedMail } from './message.ts';

/** Maximum number of stored mails; the oldest are dropped. */
const MAX_MAILS = 500;

/** Stores received mails, newest first. */
export const createStore = () => {
  let mails: ReceivedMail[] = [];
  return {
    add: (mail: ReceivedMail): void => {
      mails = [mail, ...mails].slice(0, MAX_MAILS);
    },
    list: (to?: string): Promise<Message[]> =>
      Promise.all(
        mails
          .filter((mail) => !to || mail.to.some((address) => address.toLowerCase() === to.toLowerCase()))
          .map((mail) => mail.read()),
      ),
    find: async (id: string): Promise<Message | undefined> => mails.find((mail) => mail.id === id)?.read(),
    clear: (): void => {
      mails = [];
    },
  };
};
export type Store = ReturnType<typeof createStore>;

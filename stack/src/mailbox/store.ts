import type { Message } from './message.ts';

/** Older ones are dropped: this is a mailbox for one machine. */
const MAX_MESSAGES = 500;

/** The mails received, the newest first. */
export const createStore = () => {
  let messages: Message[] = [];
  return {
    add: (message: Message): void => {
      messages = [message, ...messages].slice(0, MAX_MESSAGES);
    },
    list: (to?: string): Message[] =>
      to
        ? messages.filter((message) => message.to.some((address) => address.toLowerCase() === to.toLowerCase()))
        : messages,
    find: (id: string): Message | undefined => messages.find((message) => message.id === id),
    clear: (): void => {
      messages = [];
    },
  };
};
export type Store = ReturnType<typeof createStore>;

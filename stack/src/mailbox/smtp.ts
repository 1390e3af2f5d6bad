import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { receivedMail } from './message.ts';
import type { Store } from './store.ts';

const MAX_MESSAGE_BYTES = 5 * 1024 * 1024;

/**
 * Accepts every mail by SMTP and adds it to the store.
 * @returns the port it listens on, and a function that closes it
 */
export const receiveMail = async (store: Store, port: number, host: string) => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: MAX_MESSAGE_BYTES,
    onData: (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope;
      const envelope = { envelopeFrom: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
      stream
        .toArray()
        .then((parts: Buffer[]) => {
          store.add(receivedMail(Buffer.concat(parts), envelope));
          done();
        })
        .catch((error: Error) => done(error));
    },
  });
  const listener = server.listen(port, host);
  await once(listener, 'listening');
  const address = listener.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
};

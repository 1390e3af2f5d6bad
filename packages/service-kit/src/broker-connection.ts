import { connect } from 'amqplib';
import type { Channel, ChannelModel, ConfirmChannel, Message } from 'amqplib';
import type { Logger } from './logger.ts';

/** Thrown by `send` when there is no connection to the broker. */
export class BrokerUnreachable extends Error {
  constructor() {
    super('no connection to the broker');
    this.name = 'BrokerUnreachable';
  }
}
/** Thrown by `send` for a mandatory message that no queue received: a queue or a binding is missing. */
export class UnroutableMessage extends Error {
  constructor(key: string) {
    super(`no queue for ${key}`);
    this.name = 'UnroutableMessage';
  }
}
const CONNECT_TIMEOUT_MS = 5_000;
const HEARTBEAT_SECONDS = 10;
const CONFIRM_TIMEOUT_MS = 10_000;
const RECONNECT_DELAY_MS = { first: 250, max: 2_000 } as const;

/** Adds the heartbeat to the URL: the seconds after which a silent connection counts as broken. */
const withHeartbeat = (url: string): string => {
  const broker = new URL(url);
  broker.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS));
  return broker.href;
};

export interface OutgoingMessage {
  exchange: string;
  key: string;
  content: Buffer;
  headers?: Record<string, unknown> | undefined;
  id?: string | undefined;
  /** Whether at least one queue must receive the message. */
  isMandatory: boolean;
}

interface BrokerConnectionOptions {
  url: string;
  logger: Logger;
  /** Declares the exchange and the queues, on each new connection before anything is sent. */
  declare: (connection: ChannelModel, channel: Channel) => Promise<void>;
  /** Starts the consumers, on each new connection once `send` works. Losing a channel closes the whole connection. */
  consume: (openChannel: () => Promise<Channel>) => Promise<void>;
  onLost: () => void;
}

/** Creates a connection to the broker that reconnects automatically, with a confirm channel. */
export const createBrokerConnection = ({ url, logger, declare, consume, onLost }: BrokerConnectionOptions) => {
  let connection: ChannelModel | null = null;
  let publisher: ConfirmChannel | null = null;
  let sentCount = 0;
  /** Correlation ids of messages that the broker has returned and will confirm next. */
  const returnedIds = new Set<unknown>();
  /** Whether everything is declared and consumed on the current connection. */
  let isReady = false;
  let isClosing = false;
  let waiters: (() => void)[] = [];
  let retryTimer: NodeJS.Timeout | undefined;

  const close = async (channelModel: ChannelModel) =>
    channelModel.close().catch((error: Error) => logger.debug({ err: error }, 'connection already closed'));
  const reset = () => {
    connection = null;
    publisher = null;
    isReady = false;
    onLost();
  };
  /** Closes the connection when a channel breaks, so that everything is declared and consumed again. */
  const watch = <Watched extends Channel>(channelModel: ChannelModel, channel: Watched, name: string): Watched => {
    channel.on('error', (error: Error) => logger.warn({ err: error }, `${name} channel lost`));
    channel.on('close', () => {
      if (!isClosing && connection === channelModel) void close(channelModel);
    });
    return channel;
  };

  const open = async () => {
    const channelModel = await connect(withHeartbeat(url), { timeout: CONNECT_TIMEOUT_MS });
    channelModel.on('error', (error: Error) => logger.warn({ err: error }, 'connection to the broker lost'));
    channelModel.on('close', () => {
      if (connection !== channelModel) return;
      reset();
      if (!isClosing) reconnect();
    });
    if (isClosing) return close(channelModel);
    connection = channelModel;
    const channel = watch(channelModel, await channelModel.createConfirmChannel(), 'publisher');
    channel.on('return', ({ properties }: Message) => void returnedIds.add(properties.correlationId));
    await declare(channelModel, channel);
    // Set before the first event is consumed, because a failed event is published again.
    publisher = channel;
    await consume(async () => watch(channelModel, await channelModel.createChannel(), 'consumer'));
    isReady = true;
    for (const resolve of waiters) resolve();
    waiters = [];
    logger.info('connected to the broker');
  };

  const reconnect = (delayMs: number = RECONNECT_DELAY_MS.first) => {
    clearTimeout(retryTimer);
    if (isClosing) return;
    retryTimer = setTimeout(() => {
      open().catch((error: unknown) => {
        logger.warn({ err: error }, 'connection to the broker failed');
        const brokenConnection = connection;
        reset();
        if (brokenConnection) void close(brokenConnection);
        reconnect(Math.min(Math.max(delayMs * 2, RECONNECT_DELAY_MS.first), RECONNECT_DELAY_MS.max));
      });
    }, delayMs);
  };

  return {
    /** Starts connecting, without waiting for the broker. */
    start: () => reconnect(0),
    /** Resolves once connected with everything declared and consumed. */
    connected: () => (isReady ? Promise.resolve() : new Promise<void>((resolve) => void waiters.push(resolve))),
    isConnected: () => isReady,
    /**
     * Resolves once the broker has confirmed the message.
     * @throws BrokerUnreachable without a connection; UnroutableMessage when no queue received it; Error without a confirmation
     *   within 10 s
     */
    send: async ({ exchange, key, content, headers, id, isMandatory }: OutgoingMessage): Promise<void> => {
      const channel = publisher;
      if (!channel) throw new BrokerUnreachable();
      const correlationId = String(++sentCount);
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('the broker did not confirm in time')), CONFIRM_TIMEOUT_MS);
        channel.publish(
          exchange,
          key,
          content,
          {
            persistent: true,
            contentType: 'application/json',
            headers,
            mandatory: isMandatory,
            correlationId,
            ...(id && { messageId: id }),
          },
          (error: Error | null) => {
            clearTimeout(timer);
            // The broker sends the return of a message before its confirmation
            // (https://www.rabbitmq.com/docs/confirms#when-publishes-are-confirmed).
            if (returnedIds.delete(correlationId)) reject(new UnroutableMessage(key));
            else if (error) reject(error);
            else resolve();
          },
        );
      });
    },
    /** Stops reconnecting; must be called before the consumers are stopped. */
    stopReconnecting: () => {
      isClosing = true;
      clearTimeout(retryTimer);
    },
    close: async () => {
      if (connection) await close(connection);
    },
  };
};
export type BrokerConnection = ReturnType<typeof createBrokerConnection>;

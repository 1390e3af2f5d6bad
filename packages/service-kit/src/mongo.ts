import mongoose from 'mongoose';
import { traceCommands } from './traced-mongo.ts';
import { isTracingWanted } from './tracing.ts';

/** Time without a byte from the server after which it counts as dead. */
const RESPONSE_TIMEOUT_MS = 20_000;

/**
 * Opens a connection to one MongoDB database. Only migrations create indexes, never a running service.
 * @param url mongodb address with the name of the database
 * @param options.responseTimeoutMs 0 for commands without a time limit, such as the index builds of a migration
 */
export const createMongo = async (url: string, { responseTimeoutMs = RESPONSE_TIMEOUT_MS } = {}) => {
  const monitorCommands = isTracingWanted();
  const connection = await mongoose
    .createConnection(url, {
      autoIndex: false,
      autoCreate: false,
      bufferCommands: false,
      serverSelectionTimeoutMS: 5_000,
      connectTimeoutMS: 5_000,
      socketTimeoutMS: responseTimeoutMs,
      waitQueueTimeoutMS: 5_000,
      maxPoolSize: 20,
      retryWrites: false,
      monitorCommands,
    })
    .asPromise();
  if (monitorCommands) traceCommands(connection);
  return {
    connection,
    /** @throws when the database is unreachable */
    ping: () => connection.db?.command({ ping: 1 }),
    close: () => connection.close(),
  };
};
export type Mongo = Awaited<ReturnType<typeof createMongo>>;

/** Whether an error is the violation of a unique index. */
export const isDuplicateKey = (error: unknown): boolean => (error as { code?: unknown }).code === 11000;

import type { Mongo } from 'service-kit/mongo';

/** Reads MongoDB's clock, in milliseconds: what is written for good never depends on the clock of one replica. */
export const createDatabaseTime =
  ({ connection }: Pick<Mongo, 'connection'>) =>
  async (): Promise<number> => {
    // The former name of `hello`, which the stand-in for MongoDB does not know.
    const response = await connection.db?.command({ isMaster: 1 });
    return (response?.localTime as Date).getTime();
  };
export type DatabaseTime = ReturnType<typeof createDatabaseTime>;

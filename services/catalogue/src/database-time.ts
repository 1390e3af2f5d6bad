import type { Mongo } from 'service-kit/mongo';

/** Reads MongoDB's clock, in milliseconds: permanent writes must not depend on the clock of one replica. */
export const createDatabaseTime =
  ({ connection }: Pick<Mongo, 'connection'>) =>
  async (): Promise<number> => {
    // Former name of `hello`, which the MongoDB stand-in does not support (stack/src/servers).
    const response = await connection.db?.command({ isMaster: 1 });
    return (response?.localTime as Date).getTime();
  };
export type DatabaseTime = ReturnType<typeof createDatabaseTime>;

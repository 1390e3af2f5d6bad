/**
 * Services, each with its store. The gateway's targets, the stack's processes and databases, and the scope of backups and
 * reconciliations derive from this table (CONTRIBUTING.md, "Add a service").
 */
export const SERVICES = {
  identity: { store: 'postgresql' },
  catalogue: { store: 'mongodb' },
  media: { store: 'postgresql' },
  affiliate: { store: 'postgresql' },
  billing: { store: 'postgresql' },
} as const satisfies Record<string, { store: 'postgresql' | 'mongodb' }>;

export type ServiceName = keyof typeof SERVICES;
export const SERVICE_NAMES = Object.keys(SERVICES) as ServiceName[];

/** Services with their own PostgreSQL database. */
export type DatabaseName = {
  [Name in ServiceName]: (typeof SERVICES)[Name]['store'] extends 'postgresql' ? Name : never;
}[ServiceName];
export const DATABASES = SERVICE_NAMES.filter((name): name is DatabaseName => SERVICES[name].store === 'postgresql');

/** Creates an object with one typed entry per name. */
export const recordOf = <Name extends string, Key extends string, Value>(
  names: readonly Name[],
  entryOf: (name: Name) => readonly [Key, Value],
): Record<Key, Value> => Object.fromEntries(names.map(entryOf)) as Record<Key, Value>;

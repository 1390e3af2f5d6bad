/**
 * The services, each with the store that it owns. Targets of the gateway, processes and databases of the stack, and what a backup
 * and a reconciliation visit follow from these rows (CONTRIBUTING.md, "Add a service").
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

/** Services with a PostgreSQL database of their own. */
export type DatabaseName = {
  [Name in ServiceName]: (typeof SERVICES)[Name]['store'] extends 'postgresql' ? Name : never;
}[ServiceName];
export const DATABASES = SERVICE_NAMES.filter((name): name is DatabaseName => SERVICES[name].store === 'postgresql');

/** An object with an entry for each of some names, of their own types. */
export const recordOf = <Name extends string, Key extends string, Value>(
  names: readonly Name[],
  entryOf: (name: Name) => readonly [Key, Value],
): Record<Key, Value> => Object.fromEntries(names.map(entryOf)) as Record<Key, Value>;

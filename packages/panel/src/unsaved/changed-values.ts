/**
 * Returns the changed values of a form without edit revisions, so that a save does not undo a concurrent change of another field.
 */
export const changedValues = <Values extends object>(values: Values, dirty: { [Name in keyof Values]?: unknown }) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => dirty[name as keyof Values])) as Partial<Values>;

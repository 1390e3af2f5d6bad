/** What a form without edit revisions sends of its values: only the changed ones, so that a save does not undo another person's change of another field. */
export const changedOf = <Values extends object>(values: Values, dirty: { [Name in keyof Values]?: unknown }) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => dirty[name as keyof Values])) as Partial<Values>;

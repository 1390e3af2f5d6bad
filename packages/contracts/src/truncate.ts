/** Returns at most `maxLength` UTF-16 units of a text, the unit of the schemas, without splitting a character. */
export const truncate = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/\p{Surrogate}$/u, '');

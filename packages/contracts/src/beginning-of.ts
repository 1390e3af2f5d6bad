/** The beginning of a text, at most `maxLength` UTF-16 units as the schemas count them; it ends with a whole character. */
export const beginningOf = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/\p{Surrogate}$/u, '');

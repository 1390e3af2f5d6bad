/** Returns at most `maxLength` UTF-16 units of a text, as the schemas count them, ending with a whole character. */
export const truncate = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/\p{Surrogate}$/u, '');

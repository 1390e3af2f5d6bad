/** The text as a part of a LIKE pattern: its wildcards stand for themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

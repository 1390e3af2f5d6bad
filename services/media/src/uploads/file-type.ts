import { fileTypeFromFile } from 'file-type';

/** Detects the type from a file's first bytes, regardless of its name and declared type; null when unknown. */
export const detectType = async (path: string): Promise<string | null> => (await fileTypeFromFile(path))?.mime ?? null;

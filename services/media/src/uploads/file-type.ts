import { fileTypeFromFile } from 'file-type';

/** The type of a file's first bytes, whatever its name and its sender state; null where they have none. */
export const detectType = async (path: string): Promise<string | null> => (await fileTypeFromFile(path))?.mime ?? null;

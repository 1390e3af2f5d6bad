import { fileTypeFromFile } from 'file-type';

/** The type that a file's first bytes tell, whatever its name and its sender say; null where they tell none. */
export const detectType = async (path: string): Promise<string | null> => (await fileTypeFromFile(path))?.mime ?? null;

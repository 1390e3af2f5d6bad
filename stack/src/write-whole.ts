import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file so that a reader sees the old one or the new one, never a part. */
export const writeWhole = (file: string, content: string, mode = 0o644): void => {
  const fresh = `${file}.${process.pid}.new`;
  writeFileSync(fresh, content, { mode });
  renameSync(fresh, file);
};

import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const READER = fileURLToPath(new URL('read-pdf.ts', import.meta.url));

/** Extracts the text of each page of a PDF. Runs in a separate process, since Jest cannot load PDF.js. */
export const textOfPdf = async (file: Uint8Array): Promise<string[]> => {
  const reader = spawn(process.execPath, [READER], { stdio: ['pipe', 'pipe', 'inherit'] });
  reader.stdin.end(file);
  return JSON.parse(await text(reader.stdout)) as string[];
};

import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const LIST = resolve(import.meta.dirname, 'specified-texts.json');

/** Texts that the specification quotes. */
const quotedTexts = (specification: string): string[] =>
  [...new Set(Array.from(specification.matchAll(/"([^"\n]+)"/g), ([, text = '']) => text))].sort();

const [file] = process.argv.slice(2);
if (!file) {
  process.stderr.write('Usage: node language/specified-texts.ts <specification>\n');
  process.exitCode = 1;
} else {
  writeFileSync(LIST, `${JSON.stringify(quotedTexts(readFileSync(file, 'utf8')), null, 2)}\n`);
}

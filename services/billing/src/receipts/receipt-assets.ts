import { readFileSync } from 'node:fs';

const read = (file: string): Buffer => readFileSync(new URL(file, import.meta.url));

/** Fonts of the brand with all Latin letters (docs/decisions/0082-receipts-as-pdf.md). */
export const FONTS = {
  title: read('fonts/imbue-400.ttf'),
  text: read('fonts/instrument-sans-400.ttf'),
  strong: read('fonts/instrument-sans-700.ttf'),
} as const;

/** Path of the receipt page's files, below the subscription's calls. */
export const ASSETS_PATH = '/api/subscription/receipt-assets';

/** Files by name. */
export const ASSETS: ReadonlyMap<string, { type: string; content: Buffer }> = new Map([
  ['receipt.css', { type: 'text/css; charset=utf-8', content: read('receipt.css') }],
  ['imbue-400.ttf', { type: 'font/ttf', content: FONTS.title }],
  ['instrument-sans-400.ttf', { type: 'font/ttf', content: FONTS.text }],
  ['instrument-sans-700.ttf', { type: 'font/ttf', content: FONTS.strong }],
]);

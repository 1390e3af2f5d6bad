import { buffer } from 'node:stream/consumers';
import { extractText, getDocumentProxy } from 'unpdf';

/** Reads a PDF from standard input and writes the text of each page as JSON. */
const file = await buffer(process.stdin);
const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: false });
process.stdout.write(JSON.stringify(text));

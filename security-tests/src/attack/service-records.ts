import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { z } from 'zod';

const requestLine = z.object({
  name: z.string(),
  requestId: z.string(),
  method: z.string(),
  route: z.string(),
  status: z.number(),
  aborted: z.boolean().optional(),
  /** Only in lines of the gateway: the service, and the number of requests forwarded to it. */
  target: z.string().optional(),
  upstreamRequests: z.number().optional(),
});
export type RequestLine = z.output<typeof requestLine> & {
  /** Position among the lines of its process. */
  order: number;
};

export interface Records {
  lines: RequestLine[];
  /** Processes behind the gateway that received malformed HTTP. */
  malformed: string[];
}

/** Error of an unfinished streamed body: the gateway aborts the request to the service as well. */
const BROKEN_OFF = 'HPE_INVALID_EOF_STATE';

const parsedLine = (line: string): Record<string, unknown> | null => {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    // Truncated by the end of its process.
    return null;
  }
};

const readFrom = async (file: string, offset: number): Promise<string> => {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(Math.max(0, size - offset)),
      0,
      Math.max(0, size - offset),
      offset,
    );
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
};

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Creates a reader of the log lines that the gateway and the services write from now on.
 * @param idPrefix prefix of the request ids that count
 */
export const openServiceRecords = (logs: Readonly<Record<string, string>>, idPrefix: string) => {
  const offsets = Object.entries(logs).map(([name, file]) => ({ name, file, offset: sizeOf(file) }));
  return async (): Promise<Records> => {
    const records: Records = { lines: [], malformed: [] };
    for (const { name, file, offset } of offsets)
      for (const line of (await readFrom(file, offset)).split('\n')) {
        const parsed = parsedLine(line);
        if (parsed?.msg === 'malformed request' && name !== 'gateway' && parsed.code !== BROKEN_OFF)
          records.malformed.push(`${name}: ${String(parsed.code)}`);
        const request = parsed?.msg === 'request' ? requestLine.safeParse(parsed) : null;
        // Responses of the gateway itself have no target.
        const isHandled = request?.success && (name !== 'gateway' || request.data.target !== undefined);
        if (isHandled && request.data.requestId.startsWith(idPrefix))
          records.lines.push({ ...request.data, order: records.lines.length });
      }
    return records;
  };
};

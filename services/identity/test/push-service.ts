import { createDecipheriv, createECDH, createVerify, hkdfSync, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startHttpServer } from 'testing/http-server';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Creates a browser: its keys, and the decryption of push messages (RFC 8188 and 8291). */
export const createBrowser = () => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length));
  return {
    keys: { p256dh: pair.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
    open: (body: Buffer): unknown => {
      const salt = body.subarray(0, 16);
      const senderKey = body.subarray(21, 21 + body.readUInt8(20));
      const sealed = body.subarray(21 + senderKey.length);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey]);
      const secret = derive(pair.computeSecret(senderKey), auth, info, 32);
      const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
    },
  };
};

/** Returns the claims of a VAPID header (RFC 8292). @throws when its signature is invalid */
export const claimsOf = (authorization = ''): Record<string, unknown> => {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const [head = '', claims = '', signature = ''] = token.split('.');
  const isGenuine = createVerify('sha256')
    .update(`${head}.${claims}`)
    .verify({ key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  if (!isGenuine) throw new Error('signature does not hold');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
};

/** Starts a push service. The name in an endpoint's path decides the response. */
export const startPushService = async () => {
  const received: Received[] = [];
  const responses = new Map<string, { status: number; headers?: Record<string, string> }>();
  const { url, close } = await startHttpServer((request, response) => {
    void buffer(request).then((body) => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body });
      const { status, headers = {} } = responses.get(path) ?? { status: 201 };
      response.writeHead(status, headers).end();
    });
  });
  return {
    origin: url,
    /** Returns the requests to a path, oldest first. */
    to: (path: string) => received.filter((each) => each.path === path),
    respond: (path: string, status: number, headers?: Record<string, string>): void => {
      responses.set(path, { status, ...(headers && { headers }) });
    },
    close,
  };
};
export type PushService = Awaited<ReturnType<typeof startPushService>>;

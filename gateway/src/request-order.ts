import type { RequestListener } from 'node:http';

/**
 * Serves the requests of a connection sequentially (RFC 9112, section 9.3.2): a response gets the socket when the previous ones are
 * sent. Requests after a response that closes the connection are never served (RFC 9112, section 9.6).
 */
export const inOrder =
  (serve: RequestListener): RequestListener =>
  (request, response) => {
    if (request.socket.writableEnded) return;
    // The gateway supports no upgrade. Node drops bytes that follow such a request, so the connection must close.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    if (response.socket) serve(request, response);
    else response.once('socket', () => serve(request, response));
  };

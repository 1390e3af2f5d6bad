import type { RequestListener } from 'node:http';

/**
 * Serves the requests of a connection one after another (RFC 9112, section 9.3.2): a response gets the socket when those before it
 * are through. What follows a response that closes the connection is never served (RFC 9112, 9.6).
 */
export const inOrder =
  (serve: RequestListener): RequestListener =>
  (request, response) => {
    if (request.socket.writableEnded) return;
    // The gateway switches no protocol. Node drops what has arrived behind such a request: the connection must not go on.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    if (response.socket) serve(request, response);
    else response.once('socket', () => serve(request, response));
  };

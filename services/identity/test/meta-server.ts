import { json } from 'node:stream/consumers';
import { startHttpServer } from 'testing/http-server';

interface ReceivedEvent {
  event_name: string;
  event_id: string;
  event_time: number;
  event_source_url: string;
  action_source: string;
  user_data: { em: string[]; external_id: string[]; client_user_agent: string };
  custom_data?: { value: number; currency: string };
}
interface Received {
  path: string;
  body: { data: ReceivedEvent[]; access_token: string };
}

/** Starts a stand-in for Meta's Conversions API, whose response the test sets. */
export const startMetaServer = async () => {
  const received: Received[] = [];
  let status = 200;
  const { url, close } = await startHttpServer((request, response) => {
    void json(request).then((body) => {
      received.push({ path: request.url ?? '', body: body as Received['body'] });
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(status === 200 ? { events_received: 1 } : { error: { code: 190, message: 'secret' } }),
      );
    });
  });
  return {
    url: `${url}/v25.0`,
    received,
    /** Returns the events sent with this user agent, oldest first. */
    eventsFrom: (userAgent: string) =>
      received
        .flatMap(({ body }) => body.data)
        .filter(({ user_data: { client_user_agent } }) => client_user_agent === userAgent),
    respondWith: (next: number): void => {
      status = next;
    },
    close,
  };
};
export type MetaServer = Awaited<ReturnType<typeof startMetaServer>>;

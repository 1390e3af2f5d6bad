import type { OutgoingEndpoint, OutgoingEvent } from 'contracts/outgoing-postbacks';
import type { Queryable } from 'service-kit/postgres';

/** Number of last characters by which the owner recognises a secret. */
const HINT_LENGTH = 4;
const FORMER_SECRET_HOURS = 24;

interface StoredEndpoint {
  url: string;
  method: 'GET' | 'POST';
  events: OutgoingEvent[];
  is_enabled: boolean;
  secret: string;
}
const viewOf = ({ secret, ...endpoint }: StoredEndpoint): OutgoingEndpoint => ({
  ...endpoint,
  secret_hint: secret.slice(-HINT_LENGTH),
});

export const createEndpointRepository = () => ({
  of: async (client: Queryable, affiliateId: string): Promise<OutgoingEndpoint | null> => {
    const { rows } = await client.query<StoredEndpoint>(
      'select url, method, events, is_enabled, secret from outgoing_endpoints where affiliate_id = $1',
      [affiliateId],
    );
    return rows[0] ? viewOf(rows[0]) : null;
  },
  /**
   * Saves the settings; facts from times when the endpoint was disabled are never sent.
   * @param newSecret secret of a new endpoint; also replaces the current one when `renews` is true
   */
  save: async (
    client: Queryable,
    affiliateId: string,
    { url, method, events, is_enabled }: Omit<StoredEndpoint, 'secret'>,
    { newSecret, renews }: { newSecret: string; renews: boolean },
  ): Promise<{ endpoint: OutgoingEndpoint; secret: string | null }> => {
    const { rows } = await client.query<StoredEndpoint>(
      `insert into outgoing_endpoints as e (affiliate_id, url, method, events, is_enabled, secret) values ($1, $2, $3, $4, $5, $6)
       on conflict (affiliate_id) do update set url = $2, method = $3, events = $4, is_enabled = $5,
         enabled_at = case when $5 and not e.is_enabled then now() else e.enabled_at end,
         former_secret = case when $7 then e.secret else e.former_secret end,
         former_until = case when $7 then now() + make_interval(hours => $8) else e.former_until end,
         secret = case when $7 then $6 else e.secret end
       returning url, method, events, is_enabled, secret`,
      [affiliateId, url, method, events, is_enabled, newSecret, renews, FORMER_SECRET_HOURS],
    );
    const [saved] = rows;
    if (!saved) throw new Error('the endpoint was not saved');
    return { endpoint: viewOf(saved), secret: saved.secret === newSecret ? newSecret : null };
  },
});
export type EndpointRepository = ReturnType<typeof createEndpointRepository>;

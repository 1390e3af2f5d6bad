/** Tables that every PostgreSQL service has for its events, sessions and throttles. */
export const OUTBOX_MIGRATION = {
  name: '000-service-kit',
  sql: `
    create table outbox (
      sequence bigserial primary key,
      event jsonb not null,
      created_at timestamptz not null default now()
    );
    create table inbox (
      event_id uuid primary key,
      received_at timestamptz not null default now()
    );
    create index inbox_received_at on inbox (received_at);
    create table sessions (
      id uuid primary key,
      role text not null,
      subject_id text not null,
      token_hash bytea not null unique,
      previous_hash bytea unique,
      rotated_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index sessions_subject on sessions (role, subject_id);
    create index sessions_expiry on sessions (expires_at);
    create table throttles (
      key text primary key,
      failures integer not null,
      window_ends timestamptz not null
    );
    create index throttles_window on throttles (window_ends);
  `,
};

interface KitMigration {
  name: string;
  sql: string;
}

/** Tables of events, sessions and throttles in the first version. */
const FIRST: KitMigration = {
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

/**
 * Ends the sessions of the first version, which have no family to detect a stolen copy: all users log in again. The defaults, and
 * the table `throttles`, serve replicas of that version during the roll-out; sessions that these open have a family without an
 * owner, and end with them. A later migration removes both.
 */
const SESSION_FAMILIES: KitMigration = {
  name: '001-session-families',
  sql: `
    delete from sessions;
    alter table sessions
      drop constraint sessions_token_hash_key,
      drop constraint sessions_previous_hash_key,
      add column family_hash bytea not null unique default sha256(uuid_send(gen_random_uuid())),
      add column device text not null default '',
      add column created_at timestamptz not null default now(),
      -- the password, or what replaces it, was last given
      add column authenticated_at timestamptz not null default now(),
      -- in any case, however often it is renewed; expires_at is when it ends unless it is renewed
      add column ends_at timestamptz not null default now() + interval '30 days';

    -- Ended before their tokens: stored as long as one of these could hold.
    create table revoked_sessions (
      session_id uuid primary key,
      expires_at timestamptz(3) not null
    );
    create index revoked_sessions_expiry on revoked_sessions (expires_at);

    -- As rate-limiter-flexible reads and writes it; expire is in milliseconds since 1970.
    create table rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    );
    create index rate_limits_expire on rate_limits (expire);
  `,
};

const SECOND_FACTORS: KitMigration = {
  name: '002-second-factors',
  sql: `
    create table second_factors (
      id uuid primary key,
      role text not null,
      subject_id text not null,
      method text not null check (method in ('totp', 'passkey')),
      name text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      -- of an application: base32, and the time step of the last code, which is accepted once
      secret text,
      last_step bigint,
      -- of a passkey
      credential_id text unique,
      public_key bytea,
      counter bigint,
      transports text[],
      check (method <> 'totp' or (secret is not null and last_step is not null)),
      check (method <> 'passkey' or (credential_id is not null and public_key is not null and counter is not null and transports is not null))
    );
    create index second_factors_subject on second_factors (role, subject_id);

    create table recovery_codes (
      role text not null,
      subject_id text not null,
      code_hash bytea not null,
      primary key (role, subject_id, code_hash)
    );

    -- Second steps of logins, and factors that are being added.
    create table second_factor_challenges (
      token_hash bytea primary key,
      role text not null,
      kind text not null check (kind in ('login', 'enrolment')),
      subject_id text not null,
      session_id uuid,
      secret text,
      passkey_challenge text,
      attempts integer not null default 0,
      expires_at timestamptz not null
    );
    create index second_factor_challenges_subject on second_factor_challenges (role, subject_id);
    create index second_factor_challenges_expiry on second_factor_challenges (expires_at);
  `,
};

const IDEMPOTENCY_KEYS: KitMigration = {
  name: '003-idempotency-keys',
  sql: `
    create table idempotency_keys (
      key text primary key,
      fingerprint text not null,
      -- {"body": ...} once it is complete
      response jsonb,
      claimed_at timestamptz not null default now()
    );
    create index idempotency_keys_claimed_at on idempotency_keys (claimed_at);
  `,
};

/** Separates events whose publishing failed from those that were never tried (outbox.ts). */
const OUTBOX_FAILURES: KitMigration = {
  name: '004-outbox-failures',
  sql: `
    alter table outbox
      add column attempts integer not null default 0,
      -- why the last one failed
      add column failure text,
      add column retry_at timestamptz;
    create index outbox_failures on outbox (retry_at) where attempts > 0;
  `,
};

/** Time and counts of the last run of each check (daily-check.ts). */
const DAILY_CHECKS: KitMigration = {
  name: '005-daily-checks',
  sql: `
    create table daily_checks (
      name text primary key,
      -- next one; while a replica checks, the end of its lease
      due_at timestamptz not null,
      checked_at timestamptz,
      counts jsonb not null default '{}'
    );
  `,
};

/** Migrations of the tables that every PostgreSQL service has, applied before its own. A released migration never changes. */
export const KIT_MIGRATIONS: readonly KitMigration[] = [
  FIRST,
  SESSION_FAMILIES,
  SECOND_FACTORS,
  IDEMPOTENCY_KEYS,
  OUTBOX_FAILURES,
  DAILY_CHECKS,
];

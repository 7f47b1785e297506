// Safety of dashboard accounts: confirmed addresses, second factors, passkeys, and what sessions say of themselves.

// What was proven is kept as the address itself: a changed address is not confirmed. A factor counts once it has been
// activated; `last_step` is the time step of the last code that was taken, so that none is taken twice. Challenges are
// not stored; those that were used are, until they expire.
const STATEMENTS = `
alter table platform.accounts
  add column verified_email text,
  add column new_email text;

alter table platform.account_sessions
  add column address text,
  add column methods text[] not null default '{}';

create table platform.account_factors (
  id uuid primary key,
  account_id uuid not null references platform.accounts on delete cascade,
  name text,
  secret text not null,
  last_step bigint not null default 0,
  created_at timestamptz not null,
  activated_at timestamptz
);
create index account_factors_account on platform.account_factors (account_id);

create table platform.account_recovery_codes (
  account_id uuid not null references platform.accounts on delete cascade,
  digest text not null,
  primary key (account_id, digest)
);

create table platform.account_passkeys (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references platform.accounts on delete cascade,
  name text not null,
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  transports text[] not null,
  rp_id text not null,
  synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index account_passkeys_account on platform.account_passkeys (account_id);

create table platform.account_spent_challenges (
  digest text primary key,
  expires_at timestamptz not null
);
create index account_spent_challenges_expiry on platform.account_spent_challenges (expires_at);
`

/** accountSafety makes the tables of second factors and passkeys. */
export const accountSafety = [STATEMENTS]

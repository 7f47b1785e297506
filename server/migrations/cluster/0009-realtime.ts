// Live changes: each project's settings, channels, and the tokens that dashboard users were given.

// changed_at is on PostgreSQL's clock, as commits are, since the two are compared.
const STATEMENTS = `
create schema msingi_realtime;

create table msingi_realtime.settings (
  project_id uuid primary key,
  enabled boolean not null,
  broadcast_inserts boolean not null,
  broadcast_updates boolean not null,
  broadcast_deletes boolean not null,
  changed_at timestamptz not null default clock_timestamp()
);

create table msingi_realtime.channels (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null,
  name text not null,
  table_id uuid unique references msingi.tables on delete cascade,
  enabled boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (project_id, name)
);

create table msingi_realtime.tokens (
  id uuid primary key,
  project_id uuid not null,
  account_id uuid not null,
  session_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index tokens_project on msingi_realtime.tokens (project_id, expires_at);

create function msingi_realtime.forget_project(project uuid) returns void
language sql set search_path = '' as $$
  delete from msingi_realtime.tokens where project_id = $1;
  delete from msingi_realtime.channels where project_id = $1;
  delete from msingi_realtime.settings where project_id = $1;
$$;
revoke execute on function msingi_realtime.forget_project(uuid) from public;
`

/** realtime makes schema `msingi_realtime`. */
export const realtime = [STATEMENTS]

// What each project uses, by day; which of its users were active; and what each node has written of its counts.

const STATEMENTS = `
create table platform.usage_days (
  project_id uuid not null references platform.projects on delete cascade,
  day date not null,
  requests bigint not null default 0,
  egress_bytes bigint not null default 0,
  function_invocations bigint not null default 0,
  function_cpu_ms bigint not null default 0,
  live_connections bigint not null default 0,
  live_messages bigint not null default 0,
  sign_ins bigint not null default 0,
  webhook_attempts bigint not null default 0,
  active_users bigint not null default 0,
  -- Those of them who had not been active in the month before: their sum is the active users of the month.
  new_active_users bigint not null default 0,
  payments bigint not null default 0,
  database_rows bigint not null default 0,
  database_bytes bigint not null default 0,
  storage_bytes bigint not null default 0,
  measured_at timestamptz,
  primary key (project_id, day)
) with (fillfactor = 70);

-- One bit of "days" for each day of the month.
create table platform.usage_active_users (
  project_id uuid not null references platform.projects on delete cascade,
  month date not null,
  user_id uuid not null,
  days integer not null,
  primary key (project_id, month, user_id)
) with (fillfactor = 80);

-- The last batch of counts that each node has added, so that none is added twice.
create table platform.usage_flushes (
  node_id uuid primary key,
  sequence bigint not null,
  flushed_at timestamptz not null
);
`

/** usage makes the tables of usage. */
export const usage = [STATEMENTS]

// Durable consumers of live changes: which tables they have subscribed to, and the changes that wait for them.

// Only subscriptions refer to projects: checked once for each subscription instead of once for each change. Changes
// without a subscription are removed by the worker that reads them.
const STATEMENTS = `
create table platform.change_subscriptions (
  project_id uuid not null references platform.projects on delete cascade,
  table_id uuid not null,
  consumer text not null,
  cluster text not null,
  -- The reader of the cluster has passed the place from which changes belong to the subscription.
  begun boolean not null default false,
  -- Changes are dropped until the backlog is small again.
  is_full boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (project_id, table_id, consumer)
);
create index change_subscriptions_cluster on platform.change_subscriptions (cluster, table_id);

-- Up to which offset of which epoch a cluster's changes are in the inbox.
create table platform.change_marks (
  cluster text primary key,
  epoch text not null,
  "offset" bigint not null
);

create table platform.change_inbox (
  project_id uuid not null,
  consumer text not null,
  position bigint generated always as identity,
  table_id uuid not null,
  epoch text not null,
  "offset" bigint not null,
  committed_at timestamptz not null,
  -- A change has an id, a gap has a reason.
  id uuid,
  type text,
  table_name text,
  record text,
  old_record text,
  reason text,
  bytes integer not null,
  primary key (project_id, consumer, position),
  check ((id is null) <> (reason is null))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

create table platform.change_backlogs (
  project_id uuid not null,
  consumer text not null,
  rows bigint not null,
  bytes bigint not null,
  -- When the consumer last had a batch of the project, or the backlog began: the earliest is served next.
  turn_at timestamptz not null default clock_timestamp(),
  failures integer not null default 0,
  retry_at timestamptz,
  error text,
  primary key (project_id, consumer)
);
create index change_backlogs_turn on platform.change_backlogs (consumer, turn_at);
`

/** changeInbox makes the tables of durable consumers. */
export const changeInbox = [STATEMENTS]

// Webhooks of projects: where to send events, what waits to be sent, and how each attempt went.

// Deliveries refer to nothing, so that adding one checks nothing and deleting a webhook does not wait for its history:
// what belongs to no webhook any more is removed in the background.
const STATEMENTS = `
create table platform.webhooks (
  id uuid primary key,
  project_id uuid not null references platform.projects on delete cascade,
  name text not null,
  url text not null,
  events text[] not null,
  filter text,
  ordered boolean not null,
  enabled boolean not null,
  -- Why the server has disabled it, and whether that has been announced.
  disabled_reason text,
  announced boolean not null default true,
  -- Sealed under the project's data key, for this webhook and version.
  secret text not null,
  secret_version integer not null,
  previous_secret text,
  previous_expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhooks_project on platform.webhooks (project_id);
create index webhooks_unannounced on platform.webhooks (id) where not announced;

create table platform.webhook_settings (
  project_id uuid primary key references platform.projects on delete cascade,
  allowed_hosts text[] not null,
  updated_at timestamptz not null
);

-- Who adds, claims or finishes deliveries of a webhook locks its queue first.
create table platform.webhook_queues (
  webhook_id uuid primary key,
  project_id uuid not null,
  -- When there is something to send at the earliest.
  due_at timestamptz not null default 'infinity',
  -- When it was last served: the earliest is served next.
  turn_at timestamptz not null default '-infinity',
  -- How many requests it may have at a time: few where it fails or is slow.
  parallel smallint not null,
  failing_since timestamptz,
  waiting bigint not null default 0,
  waiting_bytes bigint not null default 0,
  kept bigint not null default 0,
  kept_bytes bigint not null default 0
);
create index webhook_queues_due on platform.webhook_queues (due_at);

create table platform.webhook_deliveries (
  webhook_id uuid not null,
  position bigint generated always as identity,
  id uuid not null default gen_random_uuid(),
  project_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  -- Where deliveries are ordered: those of one key are sent one after the other.
  order_key text,
  body text not null,
  bytes integer not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- How many attempts have failed since it was queued or retried.
  failures smallint not null default 0,
  -- When it is sent next; infinity behind another one of its key. While it is sent, when it is taken for lost.
  attempt_at timestamptz,
  claim uuid,
  response_status smallint,
  error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (webhook_id, position)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create unique index webhook_deliveries_id on platform.webhook_deliveries (id);
create index webhook_deliveries_due on platform.webhook_deliveries (webhook_id, attempt_at, position)
  where status = 'pending';
create index webhook_deliveries_claimed on platform.webhook_deliveries (webhook_id, attempt_at)
  where claim is not null;
create index webhook_deliveries_ordered on platform.webhook_deliveries (webhook_id, order_key, position)
  where status = 'pending' and order_key is not null;
create index webhook_deliveries_finished on platform.webhook_deliveries (finished_at)
  where finished_at is not null;

create table platform.webhook_attempts (
  delivery_id uuid not null,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  url text not null,
  request_headers jsonb not null,
  response_status smallint,
  response_headers jsonb,
  response_body text,
  error text,
  next_attempt_at timestamptz,
  primary key (delivery_id, number)
);
`

/** webhooks makes the tables of webhooks and their deliveries. */
export const webhooks = [STATEMENTS]

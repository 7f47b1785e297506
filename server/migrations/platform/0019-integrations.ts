// Integrations: the services by which a project sends mail and SMS, and which get its alerts.

const STATEMENTS = `
create table platform.integrations (
  id uuid primary key,
  project_id uuid not null references platform.projects on delete cascade,
  provider text not null,
  kind text not null check (kind in ('mail', 'sms', 'alert')),
  name text not null,
  config jsonb not null,
  -- The secret fields of the configuration, as JSON under the data key of the project.
  sealed text not null,
  enabled boolean not null,
  disabled_reason text,
  -- Attempts that have failed since the last success.
  failures integer not null default 0,
  failing_since timestamptz,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index integrations_project on platform.integrations (project_id, created_at);
-- One sends the mail of a project, and one its SMS.
create unique index integrations_sender on platform.integrations (project_id, kind)
  where enabled and kind in ('mail', 'sms');

-- Up to which platform event alerts were queued.
create table platform.alert_cursor (
  singleton boolean primary key default true check (singleton),
  event_id bigint not null
);
insert into platform.alert_cursor (event_id) select coalesce(max(id), 0) from platform.events;
`

/** integrations makes the tables of integrations. */
export const integrations = [STATEMENTS]

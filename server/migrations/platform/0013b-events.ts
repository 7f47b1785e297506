// Events of the platform that people should know of, what each member has read of them, and how they want to be told.

const STATEMENTS = `
create table platform.events (
  id bigint generated always as identity primary key,
  organisation_id uuid not null references platform.organisations on delete cascade,
  -- Without a reference: events outlive their project.
  project_id uuid not null,
  project_name text not null,
  type text not null,
  severity text not null check (severity in ('info', 'warning', 'error')),
  subject text,
  message text not null,
  data jsonb not null,
  created_at timestamptz not null
);
create index events_organisation on platform.events (organisation_id, id desc);
create index events_subject on platform.events (project_id, type, subject, created_at desc);
create index events_age on platform.events using brin (created_at);

create table platform.notification_settings (
  account_id uuid primary key references platform.accounts on delete cascade,
  muted text[] not null default '{}',
  digest text not null default 'off' check (digest in ('off', 'daily')),
  -- Events up to this one are read, and up to that one were mailed.
  read_up_to bigint not null default 0,
  mailed_up_to bigint not null default 0,
  mailed_at timestamptz
);
create index notification_settings_digest on platform.notification_settings (mailed_at nulls first)
  where digest <> 'off';

create table platform.notification_reads (
  account_id uuid not null references platform.accounts on delete cascade,
  event_id bigint not null references platform.events on delete cascade,
  primary key (account_id, event_id)
);
create index notification_reads_event on platform.notification_reads (event_id);
`

/** events makes the tables of platform events and notifications. */
export const events = [STATEMENTS]

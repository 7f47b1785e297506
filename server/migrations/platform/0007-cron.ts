// Cron jobs of projects, and how each of their runs went.

const STATEMENTS = `
create table platform.cron_jobs (
  id uuid primary key,
  project_id uuid not null references platform.projects on delete cascade,
  name text not null,
  schedule text not null,
  timezone text not null,
  target_type text not null check (target_type in ('http', 'function')),
  target_url text,
  function_slug text,
  payload jsonb,
  overlap text not null check (overlap in ('skip', 'queue', 'allow')),
  enabled boolean not null,
  -- Null where it is disabled.
  next_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index cron_jobs_project on platform.cron_jobs (project_id);
create index cron_jobs_due on platform.cron_jobs (next_at) where next_at is not null;

create table platform.cron_runs (
  id uuid primary key,
  job_id uuid not null references platform.cron_jobs on delete cascade,
  project_id uuid not null,
  trigger text not null check (trigger in ('schedule', 'manual')),
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'skipped')),
  scheduled_at timestamptz not null,
  -- Until when its node answers for it; a run of a node that has died has failed.
  lease_until timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  response_status smallint,
  output text,
  error text,
  position bigint generated always as identity
);
create index cron_runs_job on platform.cron_runs (job_id, position desc);
create index cron_runs_open on platform.cron_runs (scheduled_at) where status in ('queued', 'running');
`

/** cron makes the tables of cron jobs. */
export const cron = [STATEMENTS]

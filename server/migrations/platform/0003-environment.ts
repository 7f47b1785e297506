// Environment variables of projects, and the audit log that the modules of the control plane write.

// The audit log outlives the project that it is about, so that it refers to nothing.
const STATEMENTS = `
create table platform.audit_log (
  id bigint generated always as identity primary key,
  organisation_id uuid not null,
  project_id uuid not null,
  actor text not null,
  address text not null,
  action text not null,
  target text not null,
  details jsonb not null,
  created_at timestamptz not null
);
create index audit_log_organisation on platform.audit_log (organisation_id, id desc);
create index audit_log_age on platform.audit_log using brin (created_at);

create table platform.environment_variables (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references platform.projects on delete cascade,
  environment text not null check (environment in ('production', 'preview', 'development')),
  key text not null,
  value text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (project_id, environment, key)
);
`

/** environment makes the tables of environment variables and of the audit log. */
export const environment = [STATEMENTS]

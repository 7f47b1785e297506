// Functions of projects: their drafts, immutable versions, invocations and logs.

const STATEMENTS = `
create table platform.functions (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references platform.projects on delete cascade,
  slug text not null,
  name text not null,
  runtime text not null check (runtime in ('javascript', 'typescript')),
  access text not null check (access in ('private', 'authenticated', 'public')),
  environment text not null check (environment in ('production', 'preview', 'development')),
  timeout_ms integer not null,
  concurrency integer not null,
  allowed_hosts text[],
  files jsonb not null,
  version integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (project_id, slug)
);

create table platform.function_versions (
  function_id uuid not null references platform.functions on delete cascade,
  version integer not null,
  runtime text not null,
  files jsonb not null,
  bundle text not null,
  source_map text not null,
  created_by text not null,
  created_at timestamptz not null,
  primary key (function_id, version)
);

create table platform.function_invocations (
  id uuid primary key,
  project_id uuid not null,
  function_id uuid not null,
  version integer not null,
  trigger text not null,
  caller text not null,
  method text not null,
  path text not null,
  status smallint not null,
  duration_ms real not null,
  error text,
  created_at timestamptz not null,
  position bigint generated always as identity
);
create index function_invocations_latest on platform.function_invocations (function_id, position desc);
create index function_invocations_age on platform.function_invocations using brin (created_at);

create table platform.function_logs (
  id bigint generated always as identity primary key,
  project_id uuid not null,
  function_id uuid not null,
  invocation_id uuid not null,
  level text not null check (level in ('debug', 'info', 'log', 'warn', 'error')),
  message text not null,
  created_at timestamptz not null
);
create index function_logs_latest on platform.function_logs (function_id, id desc);
create index function_logs_age on platform.function_logs using brin (created_at);
`

/** functions makes the tables of functions. */
export const functions = [STATEMENTS]

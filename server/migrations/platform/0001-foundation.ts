// The control plane's first tables: accounts, organisations, projects, API keys, request logs.

const STATEMENTS = `
create table platform.accounts (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  full_name text not null,
  password_hash text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index accounts_email on platform.accounts (lower(email));

create table platform.account_sessions (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references platform.accounts on delete cascade,
  user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index account_sessions_account on platform.account_sessions (account_id);

create table platform.account_refresh_tokens (
  digest text primary key,
  session_id uuid not null references platform.account_sessions on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index account_refresh_tokens_session on platform.account_refresh_tokens (session_id);

create table platform.organisations (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  is_personal boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table platform.organisation_members (
  organisation_id uuid not null references platform.organisations on delete cascade,
  account_id uuid not null references platform.accounts on delete cascade,
  role text not null check (role in ('owner', 'admin', 'developer', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (organisation_id, account_id)
);
create index organisation_members_account on platform.organisation_members (account_id);

create table platform.organisation_invitations (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references platform.organisations on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'developer', 'viewer')),
  digest text not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz
);

create table platform.projects (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references platform.organisations,
  name text not null,
  cluster text not null,
  own_login boolean not null default false,
  status text not null default 'active' check (status in ('active', 'deleting')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index projects_organisation on platform.projects (organisation_id);

create table platform.api_keys (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references platform.projects on delete cascade,
  name text not null,
  kind text not null check (kind in ('secret', 'publishable')),
  prefix text not null,
  digest text not null unique,
  scopes text[] not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  previous_digest text unique,
  previous_expires_at timestamptz,
  created_by uuid references platform.accounts on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index api_keys_project on platform.api_keys (project_id);

create table platform.request_logs (
  id uuid not null default gen_random_uuid(),
  project_id uuid not null,
  request_id text not null,
  method text not null,
  path text not null,
  status smallint not null,
  duration_ms real not null,
  actor text not null,
  address text not null,
  created_at timestamptz not null
);
create index request_logs_project on platform.request_logs (project_id, created_at desc);
create index request_logs_age on platform.request_logs using brin (created_at);
`

/** foundation makes the control plane's first tables. */
export const foundation = [STATEMENTS]

// What is private of projects' end users: passwords, sessions, codes, signing keys, roles.

// Only the administrator reaches this schema: nothing in it is granted to anybody. The public fields of a user are
// in the project's own table `users`; a row here without one there belongs to nobody.
const STATEMENTS = `
create schema msingi_auth;

create table msingi_auth.settings (
  project_id uuid primary key,
  email_enabled boolean not null,
  phone_enabled boolean not null,
  allow_signup boolean not null,
  otp_length smallint not null,
  otp_expiry_minutes smallint not null,
  jwt_expiry_seconds integer not null
);

create table msingi_auth.signing_keys (
  id uuid primary key,
  project_id uuid not null,
  public_key jsonb not null,
  private_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz
);
create unique index signing_keys_current on msingi_auth.signing_keys (project_id) where expires_at is null;
create index signing_keys_project on msingi_auth.signing_keys (project_id);

create table msingi_auth.users (
  project_id uuid not null,
  id uuid not null,
  password_hash text,
  metadata jsonb not null default '{}',
  claims jsonb not null default '{}',
  primary key (project_id, id)
);

create table msingi_auth.sessions (
  id uuid primary key,
  project_id uuid not null,
  user_id uuid not null,
  user_agent text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  foreign key (project_id, user_id) references msingi_auth.users on delete cascade
);
create index sessions_user on msingi_auth.sessions (project_id, user_id);

create table msingi_auth.refresh_tokens (
  digest text primary key,
  session_id uuid not null references msingi_auth.sessions on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_session on msingi_auth.refresh_tokens (session_id);

create table msingi_auth.codes (
  project_id uuid not null,
  purpose text not null check (purpose in ('otp', 'reset')),
  recipient text not null,
  digest text not null,
  attempts smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (project_id, purpose, recipient)
);
create index codes_age on msingi_auth.codes (project_id, expires_at);

create table msingi_auth.roles (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null,
  name text not null,
  description text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (project_id, id)
);
create unique index roles_name on msingi_auth.roles (project_id, lower(name));

create table msingi_auth.permissions (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null,
  name text not null,
  description text,
  created_at timestamptz not null,
  unique (project_id, id)
);
create unique index permissions_name on msingi_auth.permissions (project_id, lower(name));

create table msingi_auth.role_permissions (
  project_id uuid not null,
  role_id uuid not null,
  permission_id uuid not null,
  primary key (project_id, role_id, permission_id),
  foreign key (project_id, role_id) references msingi_auth.roles (project_id, id) on delete cascade,
  foreign key (project_id, permission_id) references msingi_auth.permissions (project_id, id) on delete cascade
);
create index role_permissions_permission on msingi_auth.role_permissions (project_id, permission_id);

create table msingi_auth.user_roles (
  project_id uuid not null,
  user_id uuid not null,
  role_id uuid not null,
  primary key (project_id, user_id, role_id),
  foreign key (project_id, user_id) references msingi_auth.users on delete cascade,
  foreign key (project_id, role_id) references msingi_auth.roles (project_id, id) on delete cascade
);
create index user_roles_role on msingi_auth.user_roles (project_id, role_id);

create function msingi_auth.forget_project(project uuid) returns void
language sql set search_path = '' as $$
  delete from msingi_auth.users where project_id = $1;
  delete from msingi_auth.roles where project_id = $1;
  delete from msingi_auth.permissions where project_id = $1;
  delete from msingi_auth.codes where project_id = $1;
  delete from msingi_auth.signing_keys where project_id = $1;
  delete from msingi_auth.settings where project_id = $1;
$$;
revoke execute on function msingi_auth.forget_project(uuid) from public;
`

/** projectUsers makes schema `msingi_auth`. */
export const projectUsers = [STATEMENTS]

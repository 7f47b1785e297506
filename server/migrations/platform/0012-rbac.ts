// Roles of an organisation's own: their permissions, and the members who have them. The audit log says more of each entry,
// and entries only leave it by age.

// Only the audit log's own retention says so before it deletes. A member keeps one built-in role, or none; own roles add to it.
const STATEMENTS = `
create table platform.rbac_roles (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references platform.organisations on delete cascade,
  name text not null,
  description text,
  permissions text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organisation_id, id)
);
create unique index rbac_roles_name on platform.rbac_roles (organisation_id, lower(name));

create table platform.rbac_permissions (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references platform.organisations on delete cascade,
  name text not null,
  description text,
  created_at timestamptz not null,
  unique (organisation_id, name)
);

create table platform.member_roles (
  organisation_id uuid not null,
  account_id uuid not null,
  role_id uuid not null,
  created_at timestamptz not null,
  primary key (organisation_id, account_id, role_id),
  foreign key (organisation_id, account_id) references platform.organisation_members on delete cascade,
  foreign key (organisation_id, role_id) references platform.rbac_roles (organisation_id, id) on delete cascade
);
create index member_roles_role on platform.member_roles (organisation_id, role_id);

alter table platform.organisation_members alter role drop not null;
alter table platform.organisation_members drop constraint organisation_members_role_check;
alter table platform.organisation_members add constraint organisation_members_role_check
  check (role in ('owner', 'admin', 'developer', 'viewer', 'billing'));
alter table platform.organisation_invitations drop constraint organisation_invitations_role_check;
alter table platform.organisation_invitations add constraint organisation_invitations_role_check
  check (role in ('owner', 'admin', 'developer', 'viewer', 'billing'));

alter table platform.audit_log alter organisation_id drop not null;
alter table platform.audit_log alter project_id drop not null;
alter table platform.audit_log add credential text;
alter table platform.audit_log add request_id text;
alter table platform.audit_log add before jsonb;
alter table platform.audit_log add after jsonb;
create index audit_log_project on platform.audit_log (project_id, id desc) where project_id is not null;
create index audit_log_account on platform.audit_log (actor, id desc) where organisation_id is null;

create function platform.keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('msingi.audit_retention', true) = 'on' then return old; end if;
  raise exception 'the audit log is append-only' using errcode = '42501';
end $$;
create trigger append_only before update or delete on platform.audit_log
  for each row execute function platform.keep_audit_log();
create trigger never_truncated before truncate on platform.audit_log
  for each statement execute function platform.keep_audit_log();
revoke all on platform.audit_log from public;
`

/** rbac makes the tables of roles and permissions. */
export const rbac = [STATEMENTS]

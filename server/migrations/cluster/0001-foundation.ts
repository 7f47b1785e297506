// What every cluster needs: the functions that policies read the caller from, and the metadata of tables.

// `auth` is what conditions and raw SQL of a project may call. The settings behind it are set by the executor
// for one transaction. Bodies are parsed here and now, so no search_path can change what they mean.
const AUTH = `
create schema auth;
grant usage on schema auth to public;

create function auth.kind() returns text stable parallel safe
  return coalesce(nullif(current_setting('msingi.kind', true), ''), 'none');
create function auth.uid() returns uuid stable parallel safe
  return nullif(current_setting('msingi.uid', true), '')::uuid;
create function auth.claims() returns jsonb stable parallel safe
  return coalesce(nullif(current_setting('msingi.claims', true), '')::jsonb, '{}'::jsonb);
create function auth.email() returns text stable parallel safe
  return auth.claims() ->> 'email';
create function auth.claim(name text) returns text stable parallel safe
  return auth.claims() ->> name;
create function auth.role_ids() returns uuid[] stable parallel safe
  return array(select jsonb_array_elements_text(auth.claims() -> 'role_ids'))::uuid[];
create function auth.action() returns text stable parallel safe
  return coalesce(current_setting('msingi.action', true), '');
`

// Metadata stands beside the tables it describes, so that DDL and metadata commit together. A project's owner role
// writes its own rows and sees no others; the administrator owns the tables and is bound by no policy. A row counts as
// its own only if it speaks of its own project: the schema and the role follow from the project's id.
const METADATA = `
create schema msingi;
grant usage on schema msingi to public;

create table msingi.tables (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null,
  owner_role name not null default session_user,
  schema_name name not null,
  slug name not null,
  name text not null,
  description text,
  read_only boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (schema_name, slug)
);
create index tables_project on msingi.tables (project_id);

create table msingi.columns (
  id uuid primary key default gen_random_uuid(),
  owner_role name not null default session_user,
  table_id uuid not null references msingi.tables on delete cascade,
  name name not null,
  data_type text not null,
  description text,
  is_system boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (table_id, name)
);

create table msingi.policies (
  id uuid primary key default gen_random_uuid(),
  owner_role name not null default session_user,
  table_id uuid not null references msingi.tables on delete cascade,
  action text not null check (action in ('select', 'insert', 'update', 'delete')),
  subject text not null check (subject in ('public', 'authenticated', 'owner', 'api_key', 'role')),
  effect text not null check (effect in ('allow', 'deny')),
  condition text,
  role_ids uuid[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index policies_table on msingi.policies (table_id);

create table msingi.relationships (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null,
  owner_role name not null default session_user,
  name name not null,
  from_table uuid not null references msingi.tables on delete cascade,
  from_column uuid not null references msingi.columns on delete cascade,
  to_table uuid not null references msingi.tables on delete cascade,
  to_column uuid not null references msingi.columns on delete cascade,
  on_delete text not null check (on_delete in ('restrict', 'cascade', 'set_null', 'set_default', 'no_action')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index relationships_project on msingi.relationships (project_id);
create index relationships_to_table on msingi.relationships (to_table);
create index relationships_from_table on msingi.relationships (from_table);

grant select, insert, update, delete on msingi.tables, msingi.columns, msingi.policies, msingi.relationships to public;
alter table msingi.tables enable row level security;
alter table msingi.columns enable row level security;
alter table msingi.policies enable row level security;
alter table msingi.relationships enable row level security;
create policy own on msingi.tables using (owner_role = session_user and owner_role = current_user
  and owner_role = schema_name || '_owner'
  and schema_name = 'p_' || replace(project_id::text, '-', ''));
create policy own on msingi.columns using (owner_role = session_user and owner_role = current_user
  and exists (select from msingi.tables t where t.id = table_id));
create policy own on msingi.policies using (owner_role = session_user and owner_role = current_user
  and exists (select from msingi.tables t where t.id = table_id));
create policy own on msingi.relationships using (owner_role = session_user and owner_role = current_user
  and exists (select from msingi.tables t where t.id = from_table and t.project_id = relationships.project_id)
  and exists (select from msingi.tables t where t.id = to_table and t.project_id = relationships.project_id));
`

// Saved answers of writes with an Idempotency-Key. They commit with the write itself. The caller's own role (set on
// the shared pool, logged in otherwise) is part of the key, so no project can reach another's answers.
const IDEMPOTENCY = `
create table msingi.idempotency (
  role name not null,
  key text not null,
  body text not null,
  status smallint,
  answer text,
  created_at timestamptz not null default now(),
  primary key (role, key)
);
create index idempotency_age on msingi.idempotency (created_at);

create function msingi.caller() returns name stable
  return coalesce(nullif(current_setting('role'), 'none'), session_user);

create function msingi.claim_idempotency(key text, body text) returns void
language sql security definer set search_path = '' as $$
  delete from msingi.idempotency i
    where i.role = msingi.caller() and i.key = $1 and i.created_at < now() - interval '24 hours';
  insert into msingi.idempotency (role, key, body) values (msingi.caller(), $1, $2);
$$;

create function msingi.save_idempotency(key text, status smallint, answer text) returns void
language sql security definer set search_path = '' as $$
  update msingi.idempotency i set status = $2, answer = $3 where i.role = msingi.caller() and i.key = $1;
$$;

create function msingi.find_idempotency(key text, out body text, out status smallint, out answer text)
language sql security definer set search_path = '' as $$
  select i.body, i.status, i.answer from msingi.idempotency i where i.role = msingi.caller() and i.key = $1;
$$;
`

// input_error says why a text is not a value of a type; it finds the field that a bulk write failed on.
const DIAGNOSIS = `
create function msingi.input_error(value text, type text) returns text
language plpgsql set search_path = '' as $$
begin
  execute format('select $1::%s', to_regtype(type)::text) using value;
  return null;
exception when others then
  return sqlerrm;
end $$;
revoke execute on function msingi.input_error(text, text) from public;
`

/** foundation makes schemas `auth` and `msingi`. */
export const foundation = [AUTH, METADATA, IDEMPOTENCY, DIAGNOSIS]

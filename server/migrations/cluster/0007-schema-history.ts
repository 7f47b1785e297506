// Views among the tables, and every change of a project's schema.

// As with the other metadata, a project's owner role reads and adds rows of its own project; it changes none.
const STATEMENTS = `
alter table msingi.tables add column kind text not null default 'table' check (kind in ('table', 'view'));

create table msingi.schema_history (
  project_id uuid not null,
  version integer not null,
  owner_role name not null default session_user,
  kind text not null,
  operation jsonb not null,
  sql text not null,
  author_id uuid not null,
  author_email text not null,
  origin_project uuid,
  origin_version integer,
  created_at timestamptz not null default now(),
  primary key (project_id, version),
  unique (project_id, origin_project, origin_version)
);

grant select, insert on msingi.schema_history to public;
alter table msingi.schema_history enable row level security;
create policy own on msingi.schema_history using (owner_role = session_user and owner_role = current_user
  and owner_role = 'p_' || replace(project_id::text, '-', '') || '_owner');
`

/** schemaHistory makes table `msingi.schema_history`. */
export const schemaHistory = [STATEMENTS]

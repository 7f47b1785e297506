// What projects say in the messages to their end users, in place of the server's own words.

const TEMPLATES = `
create table msingi_auth.message_templates (
  project_id uuid not null,
  kind text not null,
  subject text,
  text text not null,
  html text,
  updated_at timestamptz not null,
  primary key (project_id, kind)
);
`

// A list of tables is forgotten when the next one is added: every table with a project_id is emptied of the project.
// What refers to another table of the schema does so with `on delete cascade`, so that the order does not matter.
const FORGET_PROJECT = `
create or replace function msingi_auth.forget_project(project uuid) returns void
language plpgsql set search_path = '' as $$
declare name text;
begin
  for name in
    select a.attrelid::regclass::text from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'msingi_auth'::regnamespace and c.relkind in ('r', 'p')
      and a.attname = 'project_id' and not a.attisdropped
  loop
    execute 'delete from ' || name || ' where project_id = $1' using project;
  end loop;
end $$;
`

/** messageTemplates makes the table of templates, and deletes them with their project. */
export const messageTemplates = [TEMPLATES, FORGET_PROJECT]

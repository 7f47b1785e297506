// Saved queries of projects.

// Granted to nobody: only the administrator reaches them. `config` is json, not jsonb, so that it stays as it was
// written. A query with a user belongs to that end user alone, and goes with them.
const STATEMENTS = `
create table msingi.saved_queries (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null,
  user_id uuid,
  name text not null,
  table_slug text,
  config json,
  sql text,
  created_at timestamptz not null,
  check (num_nonnulls(table_slug, sql) = 1 and (config is null) = (table_slug is null)),
  unique nulls not distinct (project_id, user_id, name),
  foreign key (project_id, user_id) references msingi_auth.users on delete cascade
);
`

/** savedQueries makes table `msingi.saved_queries`. */
export const savedQueries = [STATEMENTS]

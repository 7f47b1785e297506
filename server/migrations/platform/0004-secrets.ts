// Secrets of projects: data keys, wrapped, and values, sealed under them.

const STATEMENTS = `
create table platform.project_data_keys (
  project_id uuid primary key references platform.projects on delete cascade,
  wrapped text not null,
  created_at timestamptz not null
);

create table platform.secrets (
  id uuid primary key,
  project_id uuid not null references platform.projects on delete cascade,
  key text not null,
  description text,
  version integer not null,
  mask text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (project_id, key)
);

create table platform.secret_versions (
  secret_id uuid not null references platform.secrets on delete cascade,
  version integer not null,
  project_id uuid not null,
  sealed text not null,
  created_by text not null,
  created_at timestamptz not null,
  primary key (secret_id, version)
);
create index secret_versions_project on platform.secret_versions (project_id);
`

/** secrets makes the tables of secrets and of the keys that they are sealed under. */
export const secrets = [STATEMENTS]

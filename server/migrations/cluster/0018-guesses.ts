// Guesses at passwords and codes: counted on all nodes together, and codes of several requesters side by side.

// A name is a digest, so that neither addresses nor networks can be read from it. A row is worth nothing after
// `expires_at`. Those of dashboard accounts have the project id that is all zeros.
const GUESSES = `
create table msingi_auth.guesses (
  project_id uuid not null,
  name text not null,
  recent integer not null,
  recent_since timestamptz not null,
  total integer not null,
  total_since timestamptz not null,
  expires_at timestamptz not null,
  primary key (project_id, name)
);
create index guesses_age on msingi_auth.guesses (project_id, expires_at);

alter table msingi_auth.users drop column factor_attempts, drop column factor_attempted_at;
`

// A code belongs to whoever asked for it: what others ask for does not take its place, and their guesses are counted
// apart. Without `digits` it cannot be guessed.
const CODES = `
alter table msingi_auth.codes
  add column source text not null default '',
  add column digits smallint default 6,
  add column attempts_elsewhere smallint not null default 0,
  drop constraint codes_pkey,
  add primary key (project_id, purpose, recipient, source);
alter table msingi_auth.codes alter column source drop default, alter column digits drop default;
`

/** guesses makes the table of guesses, and keeps codes of several requesters side by side. */
export const guesses = [GUESSES, CODES]

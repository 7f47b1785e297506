// What project users have proven: addresses and numbers that are theirs, and second factors.

// What was proven is kept as the address itself, not as a mark: whoever changes the address, by whatever way, SQL of
// the project's owner included, is left with one that nobody has proven. Likewise who began anonymous is so until there
// is an address or a number.
const PROOFS = `
alter table msingi_auth.users
  add column verified_email text,
  add column verified_phone text,
  add column began_anonymous boolean not null default false;

alter table msingi_auth.sessions add column methods text[] not null default '{}';

alter table msingi_auth.settings
  add column allow_anonymous boolean not null default false,
  add column require_email_verification boolean not null default false,
  add column require_phone_verification boolean not null default false,
  add column redirect_urls text[] not null default '{}';
`

// A code that is also sent as a link has a token beside its digits; either uses up both.
const LINKS = `
alter table msingi_auth.codes
  drop constraint codes_purpose_check,
  add constraint codes_purpose_check check (purpose in ('otp', 'reset', 'verify_email', 'magic_link')),
  add column token_digest text,
  add column details jsonb not null default '{}';
create index codes_token on msingi_auth.codes (project_id, token_digest) where token_digest is not null;
`

// A factor counts once it has been activated. `last_step` is the time step of the last code that was taken, so that
// none is taken twice. Wrong codes are counted by user, whatever they were sent to.
const FACTORS = `
alter table msingi_auth.users
  add column factor_attempts smallint not null default 0,
  add column factor_attempted_at timestamptz;

create table msingi_auth.factors (
  id uuid primary key,
  project_id uuid not null,
  user_id uuid not null,
  name text,
  secret text not null,
  last_step bigint not null default 0,
  created_at timestamptz not null,
  activated_at timestamptz,
  foreign key (project_id, user_id) references msingi_auth.users on delete cascade
);
create index factors_user on msingi_auth.factors (project_id, user_id);

create table msingi_auth.recovery_codes (
  project_id uuid not null,
  user_id uuid not null,
  digest text not null,
  primary key (project_id, user_id, digest),
  foreign key (project_id, user_id) references msingi_auth.users on delete cascade
);

create table msingi_auth.challenges (
  digest text primary key,
  project_id uuid not null,
  user_id uuid not null,
  methods text[] not null,
  expires_at timestamptz not null,
  foreign key (project_id, user_id) references msingi_auth.users on delete cascade
);
create index challenges_user on msingi_auth.challenges (project_id, user_id);
`

/** userFactors makes room for what users have proven. */
export const userFactors = [PROOFS, LINKS, FACTORS]

// Sign-in with OpenID Connect: a project's providers, whom they know its users as, and sign-ins that are under way.

// An identity stays when its provider is removed: whoever adds the same issuer again finds the same users.
const STATEMENTS = `
create table msingi_auth.identity_providers (
  id uuid primary key,
  project_id uuid not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret text,
  scopes text[] not null,
  enabled boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (project_id, name)
);

create table msingi_auth.identities (
  id uuid primary key,
  project_id uuid not null,
  user_id uuid not null,
  provider text not null,
  issuer text not null,
  subject text not null,
  email text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  unique (project_id, issuer, subject),
  foreign key (project_id, user_id) references msingi_auth.users on delete cascade
);
create index identities_user on msingi_auth.identities (project_id, user_id);

create table msingi_auth.provider_states (
  digest text primary key,
  project_id uuid not null,
  provider_id uuid not null references msingi_auth.identity_providers on delete cascade,
  redirect_to text not null,
  code_challenge text,
  expires_at timestamptz not null
);
create index provider_states_age on msingi_auth.provider_states (project_id, expires_at);
create index provider_states_provider on msingi_auth.provider_states (provider_id);

create table msingi_auth.provider_codes (
  digest text primary key,
  project_id uuid not null,
  provider_id uuid not null references msingi_auth.identity_providers on delete cascade,
  identity jsonb not null,
  code_challenge text,
  expires_at timestamptz not null
);
create index provider_codes_age on msingi_auth.provider_codes (project_id, expires_at);
create index provider_codes_provider on msingi_auth.provider_codes (provider_id);
`

/** identityProviders makes the tables of sign-in with identity providers. */
export const identityProviders = [STATEMENTS]

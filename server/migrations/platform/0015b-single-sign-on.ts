// Single sign-on: the OpenID provider of an organisation, its e-mail domains, and who has come in through it.

const STATEMENTS = `
create table platform.organisation_sso (
  organisation_id uuid primary key references platform.organisations on delete cascade,
  issuer text not null,
  client_id text not null,
  client_secret text,
  default_role text not null check (default_role in ('admin', 'developer', 'viewer', 'billing')),
  required boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table platform.organisation_domains (
  organisation_id uuid not null references platform.organisations on delete cascade,
  domain text not null check (domain = lower(domain)),
  -- What the DNS record must hold.
  proof text not null,
  verified_at timestamptz,
  created_at timestamptz not null,
  primary key (organisation_id, domain)
);
create unique index organisation_domains_verified on platform.organisation_domains (domain)
  where verified_at is not null;

create table platform.sso_identities (
  organisation_id uuid not null references platform.organisations on delete cascade,
  issuer text not null,
  subject text not null,
  account_id uuid not null references platform.accounts on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (organisation_id, issuer, subject)
);
create index sso_identities_account on platform.sso_identities (account_id);

create table platform.sso_states (
  digest text primary key,
  organisation_id uuid not null references platform.organisations on delete cascade,
  redirect_to text not null,
  code_challenge text not null,
  expires_at timestamptz not null
);
create index sso_states_expiry on platform.sso_states (expires_at);

create table platform.sso_codes (
  digest text primary key,
  organisation_id uuid not null references platform.organisations on delete cascade,
  identity jsonb not null,
  code_challenge text not null,
  expires_at timestamptz not null
);
create index sso_codes_expiry on platform.sso_codes (expires_at);

-- The organisation whose provider a session, or the maker of a token, has signed in through.
alter table platform.account_sessions add column sso_organisation_id uuid;
alter table platform.access_tokens add column sso_organisation_id uuid;
`

/** singleSignOn makes the tables of single sign-on. */
export const singleSignOn = [STATEMENTS]

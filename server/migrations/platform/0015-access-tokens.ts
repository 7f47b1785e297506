// Personal access tokens of dashboard users. Tokens are stored as digests only.

const STATEMENTS = `
create table platform.access_tokens (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references platform.accounts on delete cascade,
  name text not null,
  prefix text not null,
  digest text not null unique,
  permissions text[] not null,
  -- Empty where the token is not limited to some. Without references: what is gone is not reached.
  organisation_ids uuid[] not null,
  project_ids uuid[] not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  created_at timestamptz not null
);
create index access_tokens_account on platform.access_tokens (account_id);
`

/** accessTokens makes the table of personal access tokens. */
export const accessTokens = [STATEMENTS]

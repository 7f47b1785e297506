// Host names of projects: who claims which, how ownership is proved, and what the last look at the DNS has found.

// Anybody may claim a name; only one project can have it verified, so that a claim keeps nobody from their own name.
const STATEMENTS = `
create table platform.domains (
  id uuid primary key,
  project_id uuid not null references platform.projects on delete cascade,
  name text not null,
  token text not null,
  status text not null default 'pending' check (status in ('pending', 'verified', 'disabled')),
  -- What the last look has found: the record of ownership, and whether the name leads to this server.
  has_token boolean not null default false,
  has_address boolean not null default false,
  error text,
  checked_at timestamptz,
  verified_at timestamptz,
  -- Since when the record of ownership of a verified name is missing.
  lost_since timestamptz,
  -- When it is looked at next; null where only a request does.
  next_check_at timestamptz,
  created_at timestamptz not null,
  unique (project_id, name)
);
create unique index domains_verified on platform.domains (name) where status = 'verified';
create index domains_due on platform.domains (next_check_at) where next_check_at is not null;
`

/** domains makes the table of domains. */
export const domains = [STATEMENTS]

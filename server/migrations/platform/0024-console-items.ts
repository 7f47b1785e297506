// What the web console keeps: JSON under keys, of a project or of one account in it.

// `value` is text, so that it is returned as it was written.
const STATEMENTS = `
create table platform.console_items (
  project_id uuid not null references platform.projects on delete cascade,
  account_id uuid references platform.accounts on delete cascade,
  key text not null,
  value text not null,
  version integer not null,
  updated_by uuid references platform.accounts on delete set null,
  updated_at timestamptz not null,
  unique nulls not distinct (project_id, account_id, key)
);
create index console_items_account on platform.console_items (account_id);
create index console_items_updated_by on platform.console_items (updated_by);
`

/** consoleItems makes the table of what the console keeps. */
export const consoleItems = [STATEMENTS]

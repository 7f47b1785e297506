// A server on restored data does nothing by itself until an operator lets it.

// The id of a restore is a setting of PostgreSQL, which the restore leaves in its data.
const STATEMENTS = `create table platform.resumed_restores (
  id text primary key,
  resumed_at timestamptz not null default now()
)`

/** resumedRestores adds which restores have been lifted. */
export const resumedRestores = [STATEMENTS]

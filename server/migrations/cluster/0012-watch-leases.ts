// Live changes: until when a table's changes are wanted, so that capturing them ends when nobody listens any more.

// Not a column of watched_tables: that table is read from the log, where every row of it says that a table begins anew.
const STATEMENTS = `
create table msingi.watch_leases (
  table_id uuid primary key,
  wanted_at timestamptz not null default clock_timestamp()
);

insert into msingi.watch_leases (table_id) select table_id from msingi.watched_tables where active;
`

/** watchLeases makes table `msingi.watch_leases`. */
export const watchLeases = [STATEMENTS]

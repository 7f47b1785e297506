// Live changes: what is noted of a table so that ending its capture is fair to others, and leaves it as it was.

// What was captured before this step was always put back to the default.
const STATEMENTS = `
alter table msingi.watch_leases add column tried_at timestamptz, add column found_identity text;

update msingi.watch_leases set found_identity = 'default';
`

/** leaseNotes adds when ending was last tried, and the replica identity that the table was found with. */
export const leaseNotes = [STATEMENTS]

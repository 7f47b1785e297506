// Folders of saved queries, and when a query was last changed.

const STATEMENTS = `
alter table msingi.saved_queries add column folder text, add column updated_at timestamptz;
update msingi.saved_queries set updated_at = created_at;
alter table msingi.saved_queries alter column updated_at set not null;
`

/** savedQueryFolders adds columns to `msingi.saved_queries`. */
export const savedQueryFolders = [STATEMENTS]

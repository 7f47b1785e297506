// Who has reserved room for bytes that come in later requests, so that no user takes the whole quota of a project with uploads
// that are only announced; rows of deleted files that other rows still refer to; and which resumable uploads a node is finishing.

const STATEMENTS = `
-- A user's id, or 'publishable' for such a key. Others may reserve what the quota leaves.
alter table msingi_storage.blobs add column reserved_by text;

-- Files that are deleted for good, whose bytes are gone, and whose rows deleted rows of the project still hold.
create table msingi_storage.kept_rows (
  project_id uuid not null,
  object_id uuid not null,
  tries integer not null default 0,
  -- When the sweeper tries to delete the row again.
  due_at timestamptz not null,
  primary key (project_id, object_id)
);
create index kept_rows_due on msingi_storage.kept_rows (project_id, due_at);

-- Until when a node makes an object of the upload; it says so again and again, and another takes over where it does not.
alter table msingi_storage.resumable_uploads add column finishing_until timestamptz;
`

/** storageBounds has blobs say who has reserved their room, lists the rows left of deleted files, and leases uploads. */
export const storageBounds = [STATEMENTS]

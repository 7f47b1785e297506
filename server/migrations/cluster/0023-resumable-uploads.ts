// Resumable uploads: what has arrived of files that come in several requests.

// An upload is announced in `blobs` like any other: that row reserves the size, says when the upload expires, and becomes
// the version of the object. Parts whose upload is gone have none, and are taken by the sweeper.
const STATEMENTS = `
create table msingi_storage.resumable_uploads (
  id uuid primary key references msingi_storage.blobs on delete cascade,
  project_id uuid not null,
  -- The kind of caller that began it, and which user: nobody else goes on with it.
  caller text not null,
  bucket_id uuid not null,
  object jsonb not null,
  mime_type text not null,
  -- The headers Upload-Metadata and Upload-Concat, as they came.
  metadata text,
  concat text,
  length bigint not null,
  received bigint not null default 0 check (received between 0 and length),
  -- The object that it has become, for as long as clients may still ask.
  stored jsonb,
  finished_at timestamptz
);
create index resumable_uploads_open on msingi_storage.resumable_uploads (project_id, caller) where stored is null;
create index resumable_uploads_finished on msingi_storage.resumable_uploads (finished_at) where finished_at is not null;

create table msingi_storage.resumable_parts (
  key text primary key,
  upload_id uuid references msingi_storage.resumable_uploads on delete set null,
  start bigint not null,
  size bigint not null,
  unique (upload_id, start)
);
-- Keys end in something random: in this order, no project waits for all parts of another.
create index resumable_parts_left on msingi_storage.resumable_parts (right(key, 32)) where upload_id is null;
`

/** resumableUploads makes the tables of resumable uploads. */
export const resumableUploads = [STATEMENTS]

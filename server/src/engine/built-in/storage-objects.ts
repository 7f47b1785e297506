// The table `storage_objects`: one row for each stored file, so that policies, joins, queries and live changes
// work on files as on rows. Where the bytes are is known to the server alone.

// Names are listed in the order of their bytes, as S3 does. A name that ends in a slash stands for an empty folder.
const STATEMENTS = `
create table storage_objects (
  id uuid not null default gen_random_uuid() constraint storage_objects$pkey primary key,
  bucket text not null,
  name text not null constraint storage_objects$name$check check (octet_length(name) between 1 and 1024),
  folder text not null default '',
  size bigint not null,
  mime_type text not null,
  checksum text not null,
  version uuid not null,
  cache_control text,
  owner_id uuid,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index storage_objects$name on storage_objects (bucket, name collate "C") where deleted_at is null;
create index storage_objects$folder on storage_objects (bucket, folder collate "C", name collate "C")
  where deleted_at is null;
create index storage_objects$live on storage_objects (created_at desc, id desc) where deleted_at is null;
create index storage_objects$deleted on storage_objects (deleted_at) where deleted_at is not null;
create trigger storage_objects$blob before insert or update or delete on storage_objects
  for each row execute function msingi_storage.write_object()`

/** STORAGE_OBJECTS are the files of a project. */
export const STORAGE_OBJECTS = {
  slug: 'storage_objects',
  description: 'The files of this project.',
  columns: {
    id: 'uuid',
    bucket: 'text',
    name: 'text',
    folder: 'text',
    size: 'bigint',
    mime_type: 'text',
    checksum: 'text',
    version: 'uuid',
    cache_control: 'text',
    owner_id: 'uuid',
    metadata: 'jsonb',
    created_at: 'timestamp',
    updated_at: 'timestamp',
    deleted_at: 'timestamp',
  },
  statements: STATEMENTS,
  rights: 'select, insert, update, delete',
  has_url: true,
  owner_column: 'owner_id',
  writtenBy: 'Files are written through /storage, not by SQL.',
} as const

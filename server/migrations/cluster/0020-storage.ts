// Stored files: buckets, where the bytes of objects are, and how much each project stores.

// Only the server reads and writes these. Objects themselves are rows of each project's table `storage_objects`.
const TABLES = `
create schema msingi_storage;

create table msingi_storage.buckets (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null,
  slug text not null,
  name text not null,
  is_public boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  -- The bucket takes no objects any more, and goes with its last one.
  is_emptying boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, slug)
);

-- One version of an object each. A row comes before the bytes that an upload announces, and goes after the bytes.
create table msingi_storage.blobs (
  id uuid primary key,
  project_id uuid not null,
  key text not null unique,
  object_id uuid,
  size bigint not null,
  mime_type text not null,
  checksum text not null,
  md5 text,
  -- The bytes are whole and durable.
  is_stored boolean not null default false,
  -- The bytes are on their way: an address for uploading works once.
  is_claimed boolean not null default false,
  -- When the sweeper takes what no object has.
  due_at timestamptz,
  -- When the object was deleted, as long as that can be undone.
  deleted_at timestamptz,
  created_at timestamptz not null default now()
);
create index blobs_project on msingi_storage.blobs (project_id);
create index blobs_unfinished on msingi_storage.blobs (project_id) where not is_stored;
create index blobs_due on msingi_storage.blobs (project_id, due_at) where due_at is not null;
create index blobs_deleted on msingi_storage.blobs (project_id, deleted_at) where deleted_at is not null;

-- Several rows for each project, one for each connection or few, so that uploads do not wait for each other's commits.
create table msingi_storage.usage (
  project_id uuid not null,
  shard smallint not null,
  bytes bigint not null,
  objects bigint not null,
  primary key (project_id, shard)
);
`

const USAGE = `
create function msingi_storage.add_usage(project uuid, more_bytes bigint, more_objects bigint) returns void
language sql set search_path = '' as $$
  insert into msingi_storage.usage as u (project_id, shard, bytes, objects)
  values ($1, pg_backend_pid() % 64, $2, $3)
  on conflict (project_id, shard) do update set bytes = u.bytes + $2, objects = u.objects + $3;
$$;
revoke execute on function msingi_storage.add_usage(uuid, bigint, bigint) from public;

create function msingi_storage.count_blob() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform msingi_storage.add_usage(new.project_id, new.size, 0);
  elsif tg_op = 'UPDATE' then
    if new.size <> old.size then
      perform msingi_storage.add_usage(new.project_id, new.size - old.size, 0);
    end if;
  -- Nothing is counted any more of a project that was deleted.
  elsif exists (select from msingi_storage.usage u where u.project_id = old.project_id) then
    perform msingi_storage.add_usage(old.project_id, -old.size, 0);
  end if;
  return null;
end $$;
create trigger count_blob after insert or delete or update of size on msingi_storage.blobs
  for each row execute function msingi_storage.count_blob();
`

// Every row of storage_objects has exactly one blob. What the row says of the bytes comes from there, whoever writes the
// row, so that it cannot lie. The row's policies are checked after this.
const OBJECTS = `
create function msingi_storage.attach_blob(project uuid, version uuid, object uuid) returns msingi_storage.blobs
language plpgsql set search_path = '' as $$
declare
  blob msingi_storage.blobs;
begin
  update msingi_storage.blobs b set object_id = object, due_at = null
    where b.id = version and b.project_id = project and b.object_id is null returning * into blob;
  if not found then
    raise exception 'Files are written through /storage, not by SQL.' using errcode = 'P0001';
  end if;
  return blob;
end $$;
revoke execute on function msingi_storage.attach_blob(uuid, uuid, uuid) from public;

create function msingi_storage.write_object() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  project uuid := substr(tg_table_schema, 3)::uuid;
  blob msingi_storage.blobs;
  counted integer := 0;
begin
  if tg_table_name <> 'storage_objects' then
    raise exception 'This trigger belongs to storage_objects.' using errcode = 'P0001';
  end if;
  if tg_op <> 'INSERT' and old.deleted_at is null then
    counted := -1;
  end if;
  if tg_op = 'DELETE' then
    update msingi_storage.blobs b set object_id = null, deleted_at = null, due_at = now()
      where b.id = old.version and b.object_id = old.id;
  else
    if new.deleted_at is null then
      counted := counted + 1;
    end if;
    new.folder := coalesce(substring(rtrim(new.name, '/') from '^(.*)/'), '');
    if tg_op = 'INSERT' or new.bucket <> old.bucket or (new.deleted_at is null and old.deleted_at is not null) then
      if not exists (select from msingi_storage.buckets b
          where b.project_id = project and b.slug = new.bucket and not b.is_emptying) then
        raise exception 'The bucket % was not found.', new.bucket using errcode = 'P0001';
      end if;
    end if;
    if tg_op = 'INSERT' or new.version <> old.version then
      blob := msingi_storage.attach_blob(project, new.version, new.id);
      new.size := blob.size;
      new.mime_type := blob.mime_type;
      new.checksum := blob.checksum;
      if tg_op = 'UPDATE' then
        -- Downloads of the old version may be under way.
        update msingi_storage.blobs b set object_id = null, deleted_at = null, due_at = now() + interval '5 minutes'
          where b.id = old.version and b.object_id = old.id;
      end if;
    else
      new.id := old.id;
      new.size := old.size;
      new.mime_type := old.mime_type;
      new.checksum := old.checksum;
    end if;
    if tg_op = 'UPDATE' and new.deleted_at is distinct from old.deleted_at then
      update msingi_storage.blobs b set deleted_at = new.deleted_at where b.id = new.version;
    end if;
  end if;
  if counted <> 0 then
    perform msingi_storage.add_usage(project, 0, counted);
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $$;

-- Owners of projects create the trigger, so they need both; everything in it is closed to them.
grant usage on schema msingi_storage to public;
`

const FORGET = `
create function msingi_storage.forget_project(project uuid) returns void
language sql set search_path = '' as $$
  delete from msingi_storage.usage where project_id = $1;
  delete from msingi_storage.buckets where project_id = $1;
  update msingi_storage.blobs set object_id = null, deleted_at = null, due_at = now() where project_id = $1;
$$;
revoke execute on function msingi_storage.forget_project(uuid) from public;
`

/** storage makes schema `msingi_storage`. */
export const storage = [TABLES, USAGE, OBJECTS, FORGET]

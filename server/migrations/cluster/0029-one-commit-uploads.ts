// Small files become objects with one commit: the row of the object brings what its blob is, signed by the server.
// And what versions before 0028 have left: rows of deleted files that nobody tries to delete again, and reservations of nobody.

const SIGNING_KEY = `
create table msingi_storage.signing_key (
  secret bytea not null
);
-- Two random UUIDs hold 244 random bits.
insert into msingi_storage.signing_key (secret)
  values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
`

// Called by triggers alone, under their search_path.
const USAGE = `
create or replace function msingi_storage.add_usage(project uuid, more_bytes bigint, more_objects bigint) returns void
language plpgsql as $$
begin
  insert into msingi_storage.usage as u (project_id, shard, bytes, objects)
  values ($1, pg_backend_pid() % 64, $2, $3)
  on conflict (project_id, shard) do update set bytes = u.bytes + $2, objects = u.objects + $3;
end $$;
alter function msingi_storage.add_usage(uuid, bigint, bigint) reset all;

-- A blob that comes with its object is counted with it.
drop trigger count_blob on msingi_storage.blobs;
create trigger count_blob after delete or update of size on msingi_storage.blobs
  for each row execute function msingi_storage.count_blob();
create trigger count_new_blob after insert on msingi_storage.blobs
  for each row when (new.object_id is null) execute function msingi_storage.count_blob();
`

// The checksum of such a row holds the name of the bytes (32 digits), their SHA-256 (64), the signature (64) and their MD5 (32
// or none), with dots between them. Hashed twice with the secret, a signature cannot be extended.
const OBJECTS = `
create function msingi_storage.insert_blob(project uuid, object uuid, version uuid, size bigint, mime_type text, signed text)
returns text
language plpgsql as $$
declare
  name text := substr(signed, 1, 32);
  checksum text := substr(signed, 34, 64);
  md5 text := substr(signed, 164);
  secret bytea := (select s.secret from msingi_storage.signing_key s);
begin
  if substr(signed, 99, 64) <> encode(sha256(secret || sha256(secret || convert_to(
      concat_ws('.', project, version, size, name, checksum, md5, mime_type), 'UTF8'))), 'hex') then
    raise exception 'Files are written through /storage, not by SQL.' using errcode = 'P0001';
  end if;
  insert into msingi_storage.blobs (id, project_id, key, object_id, size, mime_type, checksum, md5, is_stored)
    values (version, project, project || '/' || name, object, size, mime_type, checksum, nullif(md5, ''), true);
  return checksum;
end $$;
revoke execute on function msingi_storage.insert_blob(uuid, uuid, uuid, bigint, text, text) from public;

create or replace function msingi_storage.write_object() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  project uuid := substr(tg_table_schema, 3)::uuid;
  blob msingi_storage.blobs;
  bytes bigint := 0;
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
      if substr(new.checksum, 33, 1) = '.' then
        new.checksum := msingi_storage.insert_blob(project, new.id, new.version, new.size, new.mime_type, new.checksum);
        bytes := new.size;
      else
        blob := msingi_storage.attach_blob(project, new.version, new.id);
        new.size := blob.size;
        new.mime_type := blob.mime_type;
        new.checksum := blob.checksum;
      end if;
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
      update msingi_storage.blobs b set deleted_at = new.deleted_at where b.id = new.version and b.object_id = new.id;
      if not found then
        raise exception 'The bytes of % are gone, so it cannot be restored.', new.name using errcode = 'P0001';
      end if;
    end if;
  end if;
  if counted <> 0 or bytes <> 0 then
    perform msingi_storage.add_usage(project, bytes, counted);
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $$;
`

// Rows whose files had no bytes any more before 0028 noted them. Tables of projects are read under their policies.
const KEPT_ROWS = `
select set_config('msingi.kind', 'dashboard', true);
do $$
declare
  files record;
begin
  for files in
    select c.oid::regclass as name, substr(n.nspname, 3)::uuid as project
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relname = 'storage_objects' and c.relkind = 'r' and n.nspname ~ '^p_[0-9a-f]{32}$'
      and exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'storage_objects$blob')
  loop
    execute format('insert into msingi_storage.kept_rows (project_id, object_id, due_at)
      select $1, o.id, now() from %s o where o.deleted_at is not null and not exists (
        select from msingi_storage.blobs b where b.id = o.version and b.object_id = o.id)
      on conflict do nothing', files.name) using files.project;
  end loop;
end $$;
`

// Resumable uploads say who began them. What signed addresses have reserved was not noted; it expires with them.
const RESERVATIONS = `
update msingi_storage.blobs b
  set reserved_by = case when starts_with(u.caller, 'user:') then substr(u.caller, 6) else 'publishable' end
  from msingi_storage.resumable_uploads u
  where u.id = b.id and not b.is_stored and b.reserved_by is null
    and (u.caller like 'user:_%' or starts_with(u.caller, 'publishable:'));
`

/** oneCommitUploads has blobs come with their objects, and completes what 0028 began. */
export const oneCommitUploads = [SIGNING_KEY, USAGE, OBJECTS, KEPT_ROWS, RESERVATIONS]

// Columns of type `file` hold the id of a stored object: addresses of files that rows show, deleted files that
// cannot be restored any more, and the columns of that type from before.

// `source` is the server's, in a parameter: nothing here is secret. The end of an address is for people to read. The body is
// one expression, parsed here and now, so that PostgreSQL writes it into the statement and no search_path changes it.
const URLS = `
create function msingi_storage.object_url(source jsonb, object uuid, bucket text, name text) returns text
immutable parallel safe
  return (source ->> 'base') || coalesce(
    '/public/' || (source -> 'public' ->> bucket) || '/' || object,
    '/files/' || object || '/'
      || coalesce(nullif(left(regexp_replace(substring(name from '[^/]*/?$'), '[^A-Za-z0-9._-]+', '-', 'g'), 100), ''), 'file')
      || '?token=' || (source ->> 'until') || '.' || encode(sha256(decode(source ->> 'key', 'hex')
        || sha256(decode(source ->> 'key', 'hex') || uuid_send(object))), 'hex'));
`

// As before, but that a file whose bytes were swept is not restored: its row stays as long as a deleted row holds its id.
const OBJECTS = `
create or replace function msingi_storage.write_object() returns trigger
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
      update msingi_storage.blobs b set deleted_at = new.deleted_at where b.id = new.version and b.object_id = new.id;
      if not found then
        raise exception 'The bytes of % are gone, so it cannot be restored.', new.name using errcode = 'P0001';
      end if;
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
`

// What a file column holds is text no longer. Until the server has looked at the values, after this migration, columns of that
// type are what they were before: texts. Columns that refer to files already are looked at as well.
const OLD_COLUMNS = `
create table msingi.old_file_columns (
  column_id uuid primary key references msingi.columns on delete cascade,
  project_id uuid not null
);
insert into msingi.old_file_columns (column_id, project_id)
select c.id, t.project_id from msingi.columns c join msingi.tables t on t.id = c.table_id
where c.data_type = 'file'
union
select r.from_column, r.project_id from msingi.relationships r join msingi.tables t on t.id = r.to_table
where t.slug = 'storage_objects' and t.read_only;
update msingi.columns set data_type = 'text' where data_type = 'file';
`

/** fileColumns makes `file` columns refer to stored objects. */
export const fileColumns = [URLS, OBJECTS, OLD_COLUMNS]

// Live changes of tables with generated columns: the log has those that are stored, from PostgreSQL 18 on. Tables with others
// are noted by their triggers, as for the outbox, and the log carries the notes.

const PUBLICATION = `
do $$ begin
  if current_setting('server_version_num')::int >= 180000 then
    alter publication msingi_changes set (publish_generated_columns = stored);
  end if;
end $$;
alter publication msingi_changes add table msingi.change_outbox;

-- An update of a published table with whole old rows fails where it has such a column, and before PostgreSQL 18 the row
-- comes without it. What the publication says decides, and not the version: a server may have been upgraded since.
create function msingi.has_unpublished_columns(relation oid) returns boolean stable language sql set search_path = '' as $$
  select exists (
    select from pg_catalog.pg_attribute a
    where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped and a.attgenerated <> '' and (
      a.attgenerated <> 's' or not exists (
        select from pg_catalog.pg_publication p
        where p.pubname = 'msingi_changes' and pg_catalog.to_jsonb(p) ->> 'pubgencols' = 's')))
$$;

-- For owners, within the change of their schema that brought such a column; it returns those of their tables that are to be
-- noted from here on.
create function msingi.unpublish_tables() returns setof name language plpgsql security definer set search_path = '' as $$
declare
  found record;
begin
  for found in
    select c.relname as slug, n.nspname as schema, w.active
    from pg_catalog.pg_publication_rel p
    join pg_catalog.pg_publication b on b.oid = p.prpubid and b.pubname = 'msingi_changes'
    join pg_catalog.pg_class c on c.oid = p.prrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    left join msingi.watched_tables w on w.relation = c.oid
    where pg_catalog.pg_get_userbyid(c.relowner) = msingi.caller() and msingi.has_unpublished_columns(c.oid)
  loop
    execute pg_catalog.format('alter publication msingi_changes drop table only %I.%I', found.schema, found.slug);
    if found.active then
      return next found.slug;
    end if;
  end loop;
end $$;
`

// The columns of a row as a trigger has it, which lacks those that are virtual: they are computed, or left out. Their
// expressions run as the writer, and can only call functions of PostgreSQL's own.
const VIRTUAL = `
create function msingi.columns_of_row(relation oid, computed boolean) returns text
stable language plpgsql security definer set search_path = '' as $$
begin
  -- Nearly always, and of each row that is noted.
  if not exists (select from pg_attribute a where a.attrelid = relation and a.attnum > 0 and a.attgenerated = 'v') then
    return null;
  end if;
  if has_table_privilege(msingi.caller(), relation, 'INSERT, UPDATE') is not true then
    raise insufficient_privilege using message = 'not a table that you could write';
  end if;
  return (
    select string_agg(case when a.attgenerated = 'v'
        then format('(%s) as %I', pg_get_expr(d.adbin, d.adrelid), a.attname) else format('%I', a.attname) end,
        ', ' order by a.attnum)
    from pg_attribute a
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum and a.attgenerated = 'v'
    where a.attrelid = relation and a.attnum > 0 and not a.attisdropped and (computed or a.attgenerated <> 'v'));
end $$;

create function msingi.row_to_note(relation oid, state anyelement) returns json
stable language plpgsql set search_path = '' as $$
declare
  names text := msingi.columns_of_row(relation, true);
  note json;
begin
  if names is null then
    return row_to_json(state);
  end if;
  begin
    execute format('select row_to_json(v$) from (select %s from (select ($1).*) r$) v$', names) into note using state;
  exception when others then
    -- A division by zero, for instance: nobody can read such a row whole, but it could be written.
    names := msingi.columns_of_row(relation, false);
    execute format('select row_to_json(v$) from (select %s from (select ($1).*) r$) v$', names) into note using state;
  end;
  return note;
end $$;
`

// A note has to fit into one message of the log, with what stands around it.
const MOST = 8 * 1024 * 1024 - 8192

const NOTES = `
create or replace function msingi.note_change(relation oid, operation "char", record json, old_record json)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if (has_table_privilege(msingi.caller(), relation, 'INSERT')
      or has_table_privilege(msingi.caller(), relation, 'UPDATE')) is not true
      or operation not in ('I', 'U', 'D', 'T', 'L')
      or coalesce(octet_length(record::text), 0) + coalesce(octet_length(old_record::text), 0) > ${MOST}
      or coalesce(json_typeof(record), 'object') <> 'object'
      or coalesce(json_typeof(old_record), 'object') <> 'object' then
    raise insufficient_privilege using message = 'not a change that you could make';
  end if;
  insert into msingi.change_outbox (relation, slug, operation, record, old_record)
    select c.oid, c.relname, operation, record, old_record from pg_catalog.pg_class c where c.oid = relation;
end $$;

create or replace function msingi.note_row_change() returns trigger language plpgsql
set search_path = '' set timezone = 'UTC' set datestyle = 'ISO' set intervalstyle = 'postgres'
set extra_float_digits = 1 set bytea_output = 'hex' as $$
declare
  most constant int8 := ${MOST};
  stored int8 := coalesce(pg_column_size(new), 0) + coalesce(pg_column_size(old), 0);
  operation "char" := left(tg_op, 1);
  record json;
  old_record json;
begin
  if stored > most then
    operation := 'L';
  elsif stored > 8192 then
    -- What is stored may be compressed, and the text of it more than PostgreSQL can write.
    begin
      record := case when tg_op in ('INSERT', 'UPDATE') then msingi.row_to_note(tg_relid, new) end;
      old_record := case when tg_op in ('UPDATE', 'DELETE') then msingi.row_to_note(tg_relid, old) end;
      if coalesce(octet_length(record::text), 0) + coalesce(octet_length(old_record::text), 0) > most then
        operation := 'L';
      end if;
    exception when program_limit_exceeded or out_of_memory then
      operation := 'L';
    end;
  else
    record := case when tg_op in ('INSERT', 'UPDATE') then msingi.row_to_note(tg_relid, new) end;
    old_record := case when tg_op in ('UPDATE', 'DELETE') then msingi.row_to_note(tg_relid, old) end;
    -- A few bytes of a number may be written as many thousand.
    if coalesce(octet_length(record::text), 0) + coalesce(octet_length(old_record::text), 0) > most then
      operation := 'L';
    end if;
  end if;
  if operation = 'L' then
    perform msingi.note_change(tg_relid, operation, null, null);
  else
    perform msingi.note_change(tg_relid, operation, record, old_record);
  end if;
  return null;
end $$;
`

/** generatedColumns has live changes carry generated columns. */
export const generatedColumns = [PUBLICATION, VIRTUAL, NOTES]

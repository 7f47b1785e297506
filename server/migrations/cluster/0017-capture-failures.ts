// Live changes: why the capture of a table has ended although somebody wants it, and how large captured rows may be.

const FAILURES = `
alter table msingi.watched_tables add column failure text, add column failed_at timestamptz;
`

// The text of a row is what is read from the log: it can be much larger than what is stored, and larger than PostgreSQL
// can write at all. The trigger that calls this leaves out small rows.
const ROW_SIZE = `
create function msingi.check_row_size() returns trigger language plpgsql set search_path = '' as $$
declare
  most constant int8 := tg_argv[0];
  size int8;
begin
  begin
    size := octet_length(new::text);
  exception when program_limit_exceeded or out_of_memory then
    size := most + 1;
  end;
  if size > most then
    raise sqlstate 'MS413' using message = format(
      'A row of %s is too large: while somebody listens to live changes of a table, its rows may have %s MB at most.',
      tg_table_name, most / 1048576);
  end if;
  return null;
end $$;
`

// A row that is too large to be passed on is noted without its contents (L).
const OUTBOX = `
-- A large transaction is read in parts, each of which goes on where the one before has ended.
create index change_outbox_order on msingi.change_outbox (xid, id);
drop index msingi.change_outbox_xid;

create or replace function msingi.note_change(relation oid, operation "char", record json, old_record json)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if (has_table_privilege(msingi.caller(), relation, 'INSERT')
      or has_table_privilege(msingi.caller(), relation, 'UPDATE')) is not true
      or operation not in ('I', 'U', 'D', 'T', 'L')
      or octet_length(record::text) > 16777216 or octet_length(old_record::text) > 16777216
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
  most constant int8 := 8388608;
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
      record := case when tg_op in ('INSERT', 'UPDATE') then row_to_json(new) end;
      old_record := case when tg_op in ('UPDATE', 'DELETE') then row_to_json(old) end;
      if coalesce(octet_length(record::text), 0) + coalesce(octet_length(old_record::text), 0) > most then
        operation := 'L';
      end if;
    exception when program_limit_exceeded or out_of_memory then
      operation := 'L';
    end;
  else
    record := case when tg_op in ('INSERT', 'UPDATE') then row_to_json(new) end;
    old_record := case when tg_op in ('UPDATE', 'DELETE') then row_to_json(old) end;
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

/** captureFailures adds the reason why a table is not captured, and bounds the rows of captured tables. */
export const captureFailures = [FAILURES, ROW_SIZE, OUTBOX]

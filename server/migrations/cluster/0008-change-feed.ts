// What live changes need in a cluster: which tables are watched, how far the log is read, and the outbox for servers
// that do not let us read their log.

// A row of watched_tables stays when a table is not watched any more: the tail of the log may still speak of it.
// The log itself carries changes of this table, so that a reader learns of each table exactly where it begins. The
// publication stands before any slot, and is never dropped: a slot reads the log with the catalog of its time.
const STATE = `
create table msingi.watched_tables (
  table_id uuid primary key,
  project_id uuid not null,
  relation oid not null,
  active boolean not null
);

create table msingi.change_checkpoint (
  only_row boolean primary key default true check (only_row),
  capture text not null check (capture in ('log', 'outbox')),
  system text not null,
  epoch text not null,
  position numeric not null,
  sequence bigint not null
);

create publication msingi_changes for table msingi.watched_tables;
`

// The trigger's function runs as the writer: row_to_json may run code of the project, a cast for instance. Only the
// note itself is written with our rights, and a caller can write none but of rows of tables that it may write anyway.
const OUTBOX = `
create table msingi.change_outbox (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  relation oid not null,
  slug name not null,
  operation "char" not null,
  record text,
  old_record text,
  written_at timestamptz not null default clock_timestamp()
);
create index change_outbox_xid on msingi.change_outbox (xid);

create function msingi.note_change(relation oid, operation "char", record json, old_record json)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if (has_table_privilege(msingi.caller(), relation, 'INSERT')
      or has_table_privilege(msingi.caller(), relation, 'UPDATE')) is not true
      or operation not in ('I', 'U', 'D', 'T')
      or coalesce(json_typeof(record), 'object') <> 'object'
      or coalesce(json_typeof(old_record), 'object') <> 'object' then
    raise insufficient_privilege using message = 'not a change that you could make';
  end if;
  insert into msingi.change_outbox (relation, slug, operation, record, old_record)
    select c.oid, c.relname, operation, record, old_record from pg_catalog.pg_class c where c.oid = relation;
end $$;

create function msingi.note_row_change() returns trigger language plpgsql
set search_path = '' set timezone = 'UTC' set datestyle = 'ISO' set intervalstyle = 'postgres'
set extra_float_digits = 1 set bytea_output = 'hex' as $$
begin
  perform msingi.note_change(tg_relid, left(tg_op, 1)::"char",
    case when tg_op in ('INSERT', 'UPDATE') then row_to_json(new) end,
    case when tg_op in ('UPDATE', 'DELETE') then row_to_json(old) end);
  return null;
end $$;
`

/** changeFeed makes what live changes keep in schema `msingi`. */
export const changeFeed = [STATE, OUTBOX]

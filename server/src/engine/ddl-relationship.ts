// Relationships as SQL: the foreign key for real deletes, and triggers that do the same for soft ones (spec 2.2, 4.13).
import { objectName } from '#engine/ddl-names.ts'
import { qualify, quoteIdentifier, quoteLiteral } from '#engine/identifiers.ts'

/** ON_DELETE lists what may happen to the rows that refer to a deleted one. */
export const ON_DELETE = ['restrict', 'cascade', 'set_null', 'set_default', 'no_action'] as const

/** OnDelete is what happens to the rows that refer to a deleted one. */
export type OnDelete = (typeof ON_DELETE)[number]

/** RelationshipDefinition says which column refers to which, by slugs. */
export interface RelationshipDefinition {
  readonly from_table: string
  readonly from_column: string
  readonly to_table: string
  readonly to_column: string
  readonly on_delete: OnDelete
}

const SOFT_DELETE = 'msingi$soft_delete'

/** foreignKeyName names a relationship's constraint. A column has one relationship, so the column is enough. */
export function foreignKeyName({ from_table, from_column }: RelationshipDefinition): string {
  return objectName('fkey', from_table, from_column)
}

/** foreignKeyStatement adds the foreign key, which PostgreSQL checks against all rows, deleted ones too. */
export function foreignKeyStatement(link: RelationshipDefinition): string {
  const column = quoteIdentifier(link.from_column)
  const target = `${quoteIdentifier(link.to_table)} (${quoteIdentifier(link.to_column)})`
  return (
    `alter table ${quoteIdentifier(link.from_table)} add constraint ${quoteIdentifier(foreignKeyName(link))} ` +
    `foreign key (${column}) references ${target} on delete ${link.on_delete.replace('_', ' ')}`
  )
}

/** dropForeignKeyStatement removes the foreign key. */
export function dropForeignKeyStatement(link: RelationshipDefinition): string {
  const name = quoteIdentifier(foreignKeyName(link))
  return `alter table ${quoteIdentifier(link.from_table)} drop constraint ${name}`
}

/**
 * parentCheckStatements make PostgreSQL refuse a live row that refers to a soft-deleted one, with the error of a
 * missing row: to the API a deleted row does not exist. The lock makes a soft delete of the parent wait for us and
 * us for it, so neither misses the other.
 */
export function parentCheckStatements(schema: string, link: RelationshipDefinition): string[] {
  const name = objectName('parent', link.from_table, link.from_column)
  const child = `new.${quoteIdentifier(link.from_column)}`
  const parent = `${qualify(schema, link.to_table)} p`
  const body = `
  perform from ${parent}
    where p.${quoteIdentifier(link.to_column)} = ${child} and p.deleted_at is null for key share;
  if not found then
    raise exception using errcode = '23503',
      message = ${quoteLiteral(`the row of ${link.to_table} that ${link.from_column} refers to is deleted`)},
      detail = ${quoteLiteral(`Key (${link.from_column})=(…) is not present in table "${link.to_table}".`)},
      constraint = ${quoteLiteral(foreignKeyName(link))}, column = ${quoteLiteral(link.from_column)},
      table = ${quoteLiteral(link.from_table)};
  end if;`
  const columns = [link.from_column, 'deleted_at'].map(quoteIdentifier).join(', ')
  return [
    triggerFunction(schema, name, body),
    `create trigger ${quoteIdentifier(name)} after insert or update of ${columns} ` +
      `on ${qualify(schema, link.from_table)} for each row when (${child} is not null and new.deleted_at is null) ` +
      `execute function ${qualify(schema, name)}()`,
  ]
}

/** dropParentCheckStatements remove what parentCheckStatements made. */
export function dropParentCheckStatements(schema: string, link: RelationshipDefinition): string[] {
  const name = objectName('parent', link.from_table, link.from_column)
  return [
    `drop trigger if exists ${quoteIdentifier(name)} on ${qualify(schema, link.from_table)}`,
    `drop function if exists ${qualify(schema, name)}()`,
  ]
}

/** softDeleteStatements put a table's soft deletes under the rules of the relationships that point to it. */
export function softDeleteStatements(schema: string, table: string): string[] {
  const relation = qualify(schema, table)
  return [
    triggerFunction(schema, SOFT_DELETE, softDeleteBody(schema), SOFT_DELETE_VARIABLES),
    `create or replace trigger ${quoteIdentifier(SOFT_DELETE)} after update of deleted_at on ${relation} for each row ` +
      'when (old.deleted_at is null and new.deleted_at is not null) ' +
      `execute function ${qualify(schema, SOFT_DELETE)}()`,
  ]
}

/** dropSoftDeleteStatement takes the rules away from a table that nothing refers to any more. */
export function dropSoftDeleteStatement(schema: string, table: string): string {
  return `drop trigger if exists ${quoteIdentifier(SOFT_DELETE)} on ${qualify(schema, table)}`
}

/*
 * The function belongs to the project's owner and runs as it, and as a dashboard user meanwhile: policies must not
 * hide rows that refer to the deleted one. The empty search_path leaves nothing that a caller could put in the way.
 * The kind is put back by hand, since only a superuser may write `set msingi.kind` into a function's head; where the
 * function fails, PostgreSQL puts it back.
 */
function triggerFunction(schema: string, name: string, body: string, variables = ''): string {
  return `create or replace function ${qualify(schema, name)}() returns trigger
language plpgsql security definer set search_path = '' as $msingi$
declare
  caller text := coalesce(current_setting('msingi.kind', true), '');${variables}
begin
  set local msingi.kind = 'dashboard';${body}
  execute format('set local msingi.kind = %L', caller);
  return null;
end $msingi$`
}

const SOFT_DELETE_VARIABLES = `
  link record;
  refused boolean;`

/*
 * One function serves every table of a schema. It reads the foreign keys that point to its table from the catalog
 * (through the triggers that PostgreSQL keeps for them, which an index finds), so it stays true after renames.
 * - restrict comes first and no_action last, when a cascade has taken its rows, as with real deletes.
 * - The row is locked against new rows that refer to it and are not committed yet: see parentCheckStatements.
 * - A table that refers to itself falls in one statement; UNION ends where rows refer to each other in a circle.
 *   Each row that falls calls this function again, which finds nothing more to do, so depth never grows.
 */
function softDeleteBody(schema: string): string {
  return `
  execute format('select from %s p where p.id = ($1).id for update', tg_relid::pg_catalog.regclass)
    using new;
  for link in
    select k.conname, k.confdeltype, k.conrelid = k.confrelid as own, r.relname,
      k.conrelid::pg_catalog.regclass as child,
      bool_or(u.attnum is not null) as stamped,
      string_agg(format('c.%I = ($1).%I', a.attname, b.attname), ' and ') as refers,
      string_agg(format('c.%I = d.%I', a.attname, b.attname), ' and ') as descends,
      string_agg(format('c.%I', b.attname), ', ') as keys,
      string_agg(format('%I = null', a.attname), ', ') as nulls,
      string_agg(format('%I = default', a.attname), ', ') as defaults,
      string_agg(b.attname, ', ') as names
    from (select distinct t.tgconstraint from pg_catalog.pg_trigger t
          where t.tgrelid = tg_relid and t.tgconstraint <> 0) t
    join pg_catalog.pg_constraint k on k.oid = t.tgconstraint and k.contype = 'f' and k.confrelid = tg_relid
    join pg_catalog.pg_class r on r.oid = k.conrelid and r.relnamespace = ${quoteLiteral(quoteIdentifier(schema))}::pg_catalog.regnamespace
    join pg_catalog.pg_attribute l on l.attrelid = r.oid and l.attname = 'deleted_at' and not l.attisdropped
    left join pg_catalog.pg_attribute u on u.attrelid = r.oid and u.attname = 'updated_at' and not u.attisdropped
    cross join lateral unnest(k.conkey, k.confkey) as pair(child_key, parent_key)
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.child_key
    join pg_catalog.pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.parent_key
    group by k.oid, k.conname, k.confdeltype, k.conrelid, k.confrelid, r.relname
    order by case k.confdeltype when 'r' then 0 when 'a' then 2 else 1 end, k.conname
  loop
    if link.confdeltype in ('r', 'a') then
      execute format('select exists (select from %s c where %s and c.deleted_at is null)',
        link.child, link.refers) into refused using new;
      if refused then
        raise exception using errcode = '23503', message = 'rows of ' || link.relname || ' refer to the deleted row',
          detail = format('Key (%s)=(…) is still referenced from table "%s".', link.names, link.relname),
          constraint = link.conname, table = link.relname;
      end if;
    elsif link.confdeltype = 'c' and link.own then
      execute format('with recursive d as (
          select c.id as "msingi$id", %1$s from %2$s c where %3$s and c.deleted_at is null
          union select c.id, %1$s from %2$s c join d on %4$s where c.deleted_at is null)
        update %2$s c set deleted_at = ($1).deleted_at from d where c.id = d."msingi$id" and c.deleted_at is null',
        link.keys, link.child, link.refers, link.descends) using new;
    elsif link.confdeltype = 'c' then
      execute format('update %s c set deleted_at = ($1).deleted_at where %s and c.deleted_at is null',
        link.child, link.refers) using new;
    else
      execute format('update %s c set %s where %s and c.deleted_at is null', link.child,
        case link.confdeltype when 'n' then link.nulls else link.defaults end ||
        case when link.stamped then ', updated_at = now()' else '' end, link.refers) using new;
    end if;
  end loop;`
}

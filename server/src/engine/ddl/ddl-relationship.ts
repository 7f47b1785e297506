// Relationships as SQL: the foreign key for real deletes, and triggers that do the same for soft ones.

import { qualify, quoteIdentifier, quoteLiteral } from '#engine/shapes/identifiers.ts'
import { objectName } from './ddl-names.ts'

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

/**
 * softDeleteStatements put a table's soft deletes under the rules of the relationships that point to it. The row is
 * locked against rows that begin to refer to it and are not committed yet. As with real deletes, restrict comes
 * first, and no_action last, when a cascade has taken its rows.
 */
export function softDeleteStatements(
  schema: string,
  table: string,
  links: readonly RelationshipDefinition[],
): string[] {
  const name = objectName('children', table)
  const ordered = links.toSorted((a, b) => RANK[a.on_delete] - RANK[b.on_delete])
  const body = `
  perform from ${qualify(schema, table)} p where p.id = new.id for update;
${ordered.map((link) => indent(ruleOf(schema, link))).join('\n')}`
  return [
    triggerFunction(schema, name, body),
    `create or replace trigger ${quoteIdentifier(name)} after update of deleted_at on ${qualify(schema, table)} ` +
      'for each row when (old.deleted_at is null and new.deleted_at is not null) ' +
      `execute function ${qualify(schema, name)}()`,
  ]
}

/** dropSoftDeleteStatements take the rules away from a table. */
export function dropSoftDeleteStatements(schema: string, table: string): string[] {
  const name = objectName('children', table)
  return [
    `drop trigger if exists ${quoteIdentifier(name)} on ${qualify(schema, table)}`,
    `drop function if exists ${qualify(schema, name)}()`,
  ]
}

const RANK: Readonly<Record<OnDelete, number>> = {
  restrict: 0,
  cascade: 1,
  set_null: 1,
  set_default: 1,
  no_action: 2,
}

// What one relationship does when the row `new` of its target is deleted softly.
function ruleOf(schema: string, link: RelationshipDefinition): string {
  const child = qualify(schema, link.from_table)
  const [from, to] = [quoteIdentifier(link.from_column), quoteIdentifier(link.to_column)]
  const live = `c.${from} = new.${to} and c.deleted_at is null`
  switch (link.on_delete) {
    case 'restrict':
    case 'no_action':
      return `if exists (select from ${child} c where ${live}) then
  ${stillReferred(link)}
end if;`
    case 'cascade':
      if (link.from_table === link.to_table) return cascadeWithin(child, from, to, live)
      return `update ${child} c set deleted_at = new.deleted_at where ${live};`
    default:
      return `update ${child} c set ${from} = ${link.on_delete === 'set_null' ? 'null' : 'default'}, updated_at = now()
  where ${live};`
  }
}

// A table that refers to itself falls in one statement, so that depth costs no stack. UNION ends where rows refer to
// each other in a circle. The trigger then runs for each row that fell, and finds nothing more to do.
function cascadeWithin(child: string, from: string, to: string, live: string): string {
  return `with recursive fallen(id, key) as (
  select c.id, c.${to} from ${child} c where ${live}
  union
  select c.id, c.${to} from ${child} c join fallen f on c.${from} = f.key where c.deleted_at is null
)
update ${child} c set deleted_at = new.deleted_at from fallen f where c.id = f.id and c.deleted_at is null;`
}

function stillReferred(link: RelationshipDefinition): string {
  const { from_table, to_column } = link
  return `raise exception using errcode = '23503',
    message = ${quoteLiteral(`rows of ${from_table} refer to the deleted row`)},
    detail = ${quoteLiteral(`Key (${to_column})=(…) is still referenced from table "${from_table}".`)},
    constraint = ${quoteLiteral(foreignKeyName(link))}, column = ${quoteLiteral(link.from_column)},
    table = ${quoteLiteral(from_table)};`
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}

/*
 * The function belongs to the project's owner and runs as it, and as a dashboard user meanwhile: policies must not
 * hide rows that refer to the deleted one, nor take a change of theirs for a deletion. The empty search_path leaves
 * nothing that a caller could put in the way. The caller's settings are put back by hand, since only a superuser may
 * write `set msingi.kind` into a function's head; where the function fails, PostgreSQL puts them back. Plans are kept
 * for a connection's life: one made while the table was small must not go on to read all of it, hence no sequential
 * scans where an index will do.
 */
function triggerFunction(schema: string, name: string, body: string): string {
  return `create or replace function ${qualify(schema, name)}() returns trigger
language plpgsql security definer set search_path = '' set enable_seqscan = off as $msingi$
declare
  caller_kind text := coalesce(current_setting('msingi.kind', true), '');
  caller_action text := coalesce(current_setting('msingi.action', true), '');
begin
  set local msingi.kind = 'dashboard';
  set local msingi.action = '';${body}
  execute format('set local msingi.kind = %L', caller_kind);
  execute format('set local msingi.action = %L', caller_action);
  return null;
end $msingi$`
}

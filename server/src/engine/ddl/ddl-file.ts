// Columns of type `file` as SQL: relationships to the project's files, whose writes also ask whether the caller may read
// the file.
import { STORAGE_OBJECTS } from '#engine/built-in/storage-objects.ts'
import { qualify, quoteIdentifier, quoteLiteral } from '#engine/shapes/identifiers.ts'
import { objectName } from './ddl-names.ts'
import type { RelationshipDefinition } from './ddl-relationship.ts'

/** FILES is the table that `file` columns refer to. */
export const FILES = STORAGE_OBJECTS.slug

/** NO_FILE is the error code of a value that is not the id of a file which the caller may read. */
export const NO_FILE = 'MS404'

/** isFileLink reports whether a relationship is that of a `file` column. */
export function isFileLink({ to_table }: Pick<RelationshipDefinition, 'to_table'>): boolean {
  return to_table === FILES
}

/** fileExists is the condition that a value is the id of a file; the schema is the one that comes first in the path. */
export function fileExists(value: string): string {
  return `exists (select from ${quoteIdentifier(FILES)} o where o.id = ${value} and o.deleted_at is null)`
}

/**
 * fileCheckStatements make PostgreSQL refuse the id of a file that the caller may not read: the function runs as the caller,
 * so that the policies of files hide it. A row may keep the file that it has. It runs before the row is there, since a policy
 * may show a file to those who see a row that refers to it; and before the foreign key is looked at, so that a file that is
 * missing is refused in the same words as one that is hidden.
 */
export function fileCheckStatements(schema: string, link: RelationshipDefinition): string[] {
  const [name, trigger] = namesOf(link)
  const column = quoteIdentifier(link.from_column)
  const table = qualify(schema, link.from_table)
  return [
    `create or replace function ${qualify(schema, name)}() returns trigger
language plpgsql set search_path = '' set enable_seqscan = off as $msingi$
begin
  if tg_op = 'UPDATE' and new.${column} is not distinct from old.${column} then
    return new;
  end if;
  perform from ${qualify(schema, FILES)} o where o.id = new.${column} and o.deleted_at is null;
  if not found then
    raise exception using errcode = ${quoteLiteral(NO_FILE)},
      message = ${quoteLiteral(`${link.from_column} must be the id of a file that you can read`)},
      detail = new.${column}::text, column = ${quoteLiteral(link.from_column)}, table = ${quoteLiteral(link.from_table)};
  end if;
  return new;
end $msingi$`,
    `create trigger ${quoteIdentifier(trigger)} before insert or update of ${column} on ${table} ` +
      `for each row when (new.${column} is not null) execute function ${qualify(schema, name)}()`,
  ]
}

/** dropFileCheckStatements remove what fileCheckStatements made. */
export function dropFileCheckStatements(schema: string, link: RelationshipDefinition): string[] {
  const [name, trigger] = namesOf(link)
  return [
    `drop trigger if exists ${quoteIdentifier(trigger)} on ${qualify(schema, link.from_table)}`,
    `drop function if exists ${qualify(schema, name)}()`,
  ]
}

function namesOf({ from_table, from_column }: RelationshipDefinition): [string, string] {
  return [objectName('file', from_table, from_column), objectName('file', 'Check', from_column)]
}

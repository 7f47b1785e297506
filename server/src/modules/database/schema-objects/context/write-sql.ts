// Builds one statement from the fields of a request. PostgreSQL's own parser must read it as exactly that statement:
// a definition cannot end early and begin another one.

import { tableSlug } from '#engine/ddl/ddl-names.ts'
import { checkStatement } from '#engine/ddl/statements/check-statement.ts'
import { type ParsedStatement, parseStatements, type Tree } from '#engine/ddl/statements/parse-statements.ts'
import { loadParser } from '#engine/parser/parse-sql.ts'
import { SqlError, sentenceOf } from '#engine/parser/sql-error.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { type FieldAt, fieldNameAt } from './object-errors.ts'

/** objectName returns a valid name of a view, function or trigger, or throws a 400. */
export function objectName(name: string): string {
  const slug = tableSlug(name)
  if (typeof slug !== 'string') throw invalidInput(`name: ${slug.problem}.`, { fields: ['name'] })
  if (slug !== name) {
    throw invalidInput(`name: use lower-case letters, digits and _, such as ${slug}.`, {
      fields: ['name'],
    })
  }
  return slug
}

/** ExpectedStatement is what a built statement must parse to. */
export interface ExpectedStatement {
  readonly kind: string
  readonly field: FieldAt
  /** isMeant rejects a tree with parts that only a different statement would have. */
  isMeant(tree: Tree): boolean
}

/** checkSingleStatement throws a 400 unless the text is the expected statement and a project is allowed to run it. */
export async function checkSingleStatement(
  text: string,
  schema: string,
  meant: ExpectedStatement,
): Promise<void> {
  await loadParser()
  try {
    const [statement, ...more] = parseStatements(text) as [ParsedStatement, ...ParsedStatement[]]
    if (more.length > 0 || statement.kind !== meant.kind || !meant.isMeant(statement.tree)) {
      throw new SqlError(`It must be one definition and nothing else.`)
    }
    checkStatement(statement, schema)
  } catch (error) {
    if (!(error instanceof SqlError)) throw error
    const field = fieldNameAt(meant.field, error.position)
    throw invalidInput(`${field}: ${sentenceOf(error.message)}`, {
      fields: [field],
      sql: text,
      position: error.position,
    })
  }
}

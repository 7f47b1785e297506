// From the fields of a request to one statement, which PostgreSQL's own parser must find to be just what it is meant to
// be: a definition cannot end early and begin another statement (spec 4.13).

import { tableSlug } from '#engine/ddl/ddl-names.ts'
import { checkStatement } from '#engine/ddl/statements/check-statement.ts'
import { type ParsedStatement, parseStatements, type Tree } from '#engine/ddl/statements/parse-statements.ts'
import { loadParser } from '#engine/parser/parse-sql.ts'
import { SqlError, sentenceOf } from '#engine/parser/sql-error.ts'
import { invalidInput } from '#platform/errors/app-error.ts'

/** objectName checks the name of a view, function or trigger, or throws a 400. */
export function objectName(name: string): string {
  const slug = tableSlug(name)
  if (typeof slug !== 'string') throw invalidInput(`name: ${slug.problem}.`, { fields: ['name'] })
  if (slug !== name) {
    throw invalidInput(`name: take lower case letters, digits and _, ${slug} for instance.`, {
      fields: ['name'],
    })
  }
  return slug
}

/** OneStatement says what a statement must be. */
export interface OneStatement {
  readonly kind: string
  readonly field: string
  /** isMeant looks at the tree for what only another statement would have. */
  isMeant(tree: Tree): boolean
}

/** checkOne throws a 400 unless the text is the one statement that is meant, and one that a project may run. */
export async function checkOne(text: string, schema: string, meant: OneStatement): Promise<void> {
  await loadParser()
  try {
    const [statement, ...more] = parseStatements(text) as [ParsedStatement, ...ParsedStatement[]]
    if (more.length > 0 || statement.kind !== meant.kind || !meant.isMeant(statement.tree)) {
      throw new SqlError(`It must be one definition and nothing else.`)
    }
    checkStatement(statement, schema)
  } catch (error) {
    if (!(error instanceof SqlError)) throw error
    throw invalidInput(`${meant.field}: ${sentenceOf(error.message)}`, {
      fields: [meant.field],
      sql: text,
      position: error.position,
    })
  }
}

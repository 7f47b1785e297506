// Defaults that a client writes as a SQL expression, such as `now() + interval '7 days'`: what DDL allows there.
import { SqlError } from '#engine/parser/sql-error.ts'
import { checkNames, isTree } from './statements/check-names.ts'
import { parseStatements } from './statements/parse-statements.ts'

const MAX_EXPRESSION = 1000

// What a statement that selects one value has besides it.
const PLAIN: ReadonlySet<string> = new Set(['targetList', 'limitOption', 'op'])

/** checkDefaultExpression throws a SqlError unless the text is one expression that a project may run; the parser must be loaded. */
export function checkDefaultExpression(text: string, schema: string): void {
  if (text.length > MAX_EXPRESSION)
    throw new SqlError(`An expression has at most ${MAX_EXPRESSION} characters.`)
  const [statement, more] = parseStatements(`select ${text}`)
  const targets = statement?.tree.targetList
  const [target, second]: unknown[] = Array.isArray(targets) ? targets : []
  const isNamed = !isTree(target) || !isTree(target.ResTarget) || target.ResTarget.name !== undefined
  const isPlain = Object.keys(statement?.tree ?? {}).every((key) => PLAIN.has(key))
  if (statement === undefined || more !== undefined || second !== undefined || isNamed || !isPlain)
    throw new SqlError('A default is one expression.')
  checkNames(statement, schema)
}

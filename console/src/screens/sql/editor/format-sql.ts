// SQL over lines; loaded when somebody asks for it.
import { formatDialect, postgresql } from 'sql-formatter'

/** formatSql returns SQL with one clause a line; keywords keep their case, `:name` stays a parameter. It throws where it cannot read it. */
export function formatSql(sql: string): string {
  return formatDialect(sql, { dialect: postgresql, paramTypes: { named: [':'] } })
}

// What statements that write have done, or would do: how many rows each, and those of RETURNING.
import type { StatementOutcome } from '#api/client/schemas.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/sql/messages.ts'
import classes from '#screens/sql/sql.module.css'
import { ExportMenu } from './export-menu.tsx'
import { ResultGrid } from './result-grid.tsx'

/** Outcomes lists the statements that touch rows, or return some. */
export function Outcomes({ outcomes }: { readonly outcomes: readonly StatementOutcome[] }) {
  const m = useMessages(messages)
  const { format, plural } = useLanguage()
  return outcomes.map(({ command, rows_affected: count, columns, rows, truncated }, at) => {
    if (count === null && columns.length === 0) return null
    const title = count === null ? command : m.affected(command, count, format.number(count), plural)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: statements stay as they are, and can be the same
      <div key={at} className={classes.result}>
        <div className={classes.resultHead}>
          <p>{title}</p>
          <ExportMenu result={{ columns, rows }} />
        </div>
        {truncated ? <p className={classes.note}>{m.notAllReturned}</p> : null}
        {rows.length === 0 ? null : <ResultGrid label={m.returned(command)} result={{ columns, rows }} />}
      </div>
    )
  })
}

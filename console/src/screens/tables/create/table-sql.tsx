// The SQL of a new table, beside its form.
import { useNavigate } from '@tanstack/react-router'
import { SquarePen } from 'lucide-react'
import { useMay } from '#api/organisations/permissions.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import classes from './create.module.css'
import { messages } from './messages.ts'
import type { Trial } from './use-trial.ts'

/** TableSql shows what would run, and takes it to the editor of SQL; it asks before, where that would not be all that was typed. */
export function TableSql({
  projectId,
  trial,
  isWhole,
}: {
  readonly projectId: string
  readonly trial: Trial
  readonly isWhole: boolean
}) {
  const m = useMessages(messages)
  const navigate = useNavigate()
  const may = useMay(projectId)
  const { sql, isCurrent, rest } = trial
  const edit = () =>
    navigate({
      to: '/projects/$projectId/sql',
      params: { projectId },
      search: { sql },
      ignoreBlocker: isWhole,
    })
  return (
    <aside className={classes.sql} aria-label={m.sql}>
      <header>
        <h3>{m.sql}</h3>
        {may('query:read') ? (
          <Button kind="quiet" disabled={sql === '' || !isCurrent} onClick={edit}>
            <SquarePen aria-hidden />
            {m.editSql}
          </Button>
        ) : null}
      </header>
      <CodeEditor label={m.sql} value={sql} language="sql" size="page" readOnly />
      {rest.map((sentence) => (
        <p key={sentence} className={classes.refused}>
          {sentence}
        </p>
      ))}
      <p className={classes.note}>{sql === '' ? m.sqlLater : m.sqlHint}</p>
    </aside>
  )
}

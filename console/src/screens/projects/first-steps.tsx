// Where a project without a table begins.
import { Link } from '@tanstack/react-router'
import { FileUp, SquareTerminal, Table2 } from 'lucide-react'
import { useMay } from '#api/organisations/permissions.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from './messages.ts'
import classes from './projects.module.css'

/** FirstSteps leads to the form of a table, to the import of a file, and to SQL. */
export function FirstSteps({ projectId }: { readonly projectId: string }) {
  const { first } = useMessages(messages)
  const may = useMay(projectId)
  const params = { projectId }
  return (
    <nav className={classes.doors} aria-label={first.title}>
      <Link to="/projects/$projectId/tables" params={params} search={{ create: true }}>
        <Table2 aria-hidden />
        <strong>{first.table}</strong>
        <span>{first.tableHint}</span>
      </Link>
      {may('schema:write') && may('data:write') ? (
        <Link to="/projects/$projectId/tables" params={params} search={{ panel: 'import' }}>
          <FileUp aria-hidden />
          <strong>{first.import}</strong>
          <span>{first.importHint}</span>
        </Link>
      ) : null}
      {may('query:read') ? (
        <Link to="/projects/$projectId/sql" params={params}>
          <SquareTerminal aria-hidden />
          <strong>{first.sql}</strong>
          <span>{first.sqlHint}</span>
        </Link>
      ) : null}
    </nav>
  )
}

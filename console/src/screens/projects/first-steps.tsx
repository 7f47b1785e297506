// Where a project without a table begins.
import { Link } from '@tanstack/react-router'
import { FileUp, Music, SquareTerminal, Table2 } from 'lucide-react'
import { MUSIC_STORE } from '#api/data/music-store.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from './messages.ts'
import classes from './projects.module.css'
import type { MusicStore } from './use-music-store.ts'

/** FirstSteps leads to the form of a table, to the import of a file and to SQL, and loads the music store. */
export function FirstSteps({ projectId, store }: { readonly projectId: string; readonly store: MusicStore }) {
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
      {may('schema:write') && may('policies:write') && may('data:write') ? <MusicDoor store={store} /> : null}
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

function MusicDoor({ store: { now, hasBegun, load } }: { readonly store: MusicStore }) {
  const { first } = useMessages(messages)
  const { format } = useLanguage()
  return (
    <button type="button" aria-busy={now !== undefined} onClick={load}>
      <Music aria-hidden />
      <strong>{now === undefined && hasBegun ? first.musicGoOn : first.music}</strong>
      {now === undefined ? (
        <span>{first.musicHint(MUSIC_STORE.tables, format.number(MUSIC_STORE.rows))}</span>
      ) : (
        <>
          <span role="status">{first.musicLoading(now.table)}</span>
          <progress value={now.part} aria-label={first.music} />
        </>
      )}
    </button>
  )
}

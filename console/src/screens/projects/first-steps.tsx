// Where a project without a table begins.
import { Link } from '@tanstack/react-router'
import { FileUp, Music, SquareTerminal, Table2 } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
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
      {store.mayLoad ? <MusicDoor store={store} /> : null}
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

function MusicDoor({ store: { now, isUnfinished, load } }: { readonly store: MusicStore }) {
  const { first } = useMessages(messages)
  const { format } = useLanguage()
  const door = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => () => leave(door.current), [])
  return (
    <div>
      <button ref={door} type="button" aria-busy={now !== undefined} onClick={load}>
        <Music aria-hidden />
        <strong>{isUnfinished && now === undefined ? first.musicGoOn : first.music}</strong>
        <span>{first.musicHint(MUSIC_STORE.tables, format.number(MUSIC_STORE.rows))}</span>
      </button>
      <span role="status">{now === undefined ? null : first.musicLoading(now.table)}</span>
      {now === undefined ? null : <progress value={now.part} aria-label={first.music} />}
    </div>
  )
}

// The door goes once all is loaded: the focus goes on to the heading.
function leave(door: Element | null): void {
  const heading = document.querySelector('h1')
  if (heading === null || door !== document.activeElement) return
  heading.tabIndex = -1
  heading.focus()
}

// SQL over the tables of a project: queries run and are explained, statements that write are shown first.
import { getRouteApi } from '@tanstack/react-router'
import { Activity, Bookmark, History } from 'lucide-react'
import { useKept } from '#api/project/use-kept.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { HistoryDrawer } from '#ui/history/history-drawer.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { Split } from '#ui/page/split.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { prefer, usePreferences } from '#ui/preferences.ts'
import { QueryEditor } from './editor/query-editor.tsx'
import { sharedText } from './editor/read-sql.ts'
import { messages } from './messages.ts'
import { Result } from './result/result.tsx'
import { HISTORY } from './runs/history.ts'
import { ranOf } from './runs/run.ts'
import { useReviews } from './runs/use-reviews.ts'
import { useRuns } from './runs/use-runs.ts'
import { SavedQueries } from './saved/saved-queries.tsx'
import classes from './sql.module.css'
import type { SqlSearch } from './sql-search.ts'
import { SqlTabs } from './tabs/sql-tabs.tsx'
import { useTabs } from './tabs/use-tabs.ts'

const ReviewStatements = whenShown(
  async () => (await import('./runs/review-statements.tsx')).ReviewStatements,
)
const RunningQueries = whenShown(async () => (await import('./runs/running-queries.tsx')).RunningQueries)

const route = getRouteApi('/signed-in/projects/$projectId/sql')

/** SqlScreen is one screen for each project. */
export function SqlScreen() {
  const { projectId } = route.useParams()
  return <Screen key={projectId} projectId={projectId} />
}

function Screen({ projectId }: { readonly projectId: string }) {
  const m = useMessages(messages)
  const { plural } = useLanguage()
  const { panel, as } = route.useSearch()
  const navigate = route.useNavigate()
  const { editorShare, savedQueries } = usePreferences()
  const isSavedOpen = savedQueries === 'open'
  const tabs = useTabs(projectId)
  const history = useKept(projectId, HISTORY)
  const reviews = useReviews()
  const runs = useRuns(projectId, reviews, (run) => {
    const ran = ranOf(run)
    if (ran !== undefined) history.change((runs) => HISTORY.add(runs, ran))
  })
  const open = (panel: SqlSearch['panel']) =>
    navigate({ search: (now) => ({ ...now, panel }), replace: true, resetScroll: false })
  const close = () => void open(undefined)
  const noteOf = (rows: number | undefined, stopped: number | undefined) => {
    const notes = [
      ...(rows === undefined ? [] : [m.rows(rows, plural)]),
      ...(stopped === undefined ? [] : [m.stopped(stopped, plural)]),
    ]
    return notes.length === 0 ? undefined : notes.join(' ')
  }
  const latest = tabs.active && runs.of(tabs.active.id)
  // What somebody else saw is not what one sees oneself.
  const run = latest?.as === as ? latest : undefined
  return (
    <div className={classes.screen} data-saved={savedQueries} data-wide>
      <div className={classes.main}>
        <header className={classes.head}>
          <h1>{m.title}</h1>
          <Button onClick={() => open('running')}>
            <Activity aria-hidden />
            {m.running}
          </Button>
          <Button onClick={() => open('history')}>
            <History aria-hidden />
            {m.history}
          </Button>
          <Button
            aria-expanded={isSavedOpen}
            onClick={() => prefer({ savedQueries: isSavedOpen ? 'folded' : 'open' })}
          >
            <Bookmark aria-hidden />
            {m.savedQueries}
          </Button>
        </header>
        <div className={classes.strip}>
          {tabs.kept.error === null ? null : <ErrorState error={tabs.kept.error} onRetry={tabs.kept.retry} />}
          {tabs.kept.failure === null ? null : (
            <p role="alert" className={classes.error}>
              {m.notKept(tabs.kept.failure.message)}
            </p>
          )}
          {tabs.active === undefined ? <Skeleton lines={6} /> : <SqlTabs tabs={tabs} onClosed={runs.drop} />}
        </div>
        {tabs.active === undefined ? null : (
          <Split
            label={m.split}
            share={editorShare}
            onChange={(editorShare) => prefer({ editorShare })}
            above={
              <QueryEditor
                key={tabs.active.id}
                projectId={projectId}
                tab={tabs.active}
                as={as}
                run={run}
                onChange={tabs.change}
                onStart={(order) => {
                  const { id, sql, params } = tabs.active ?? { id: '', sql: '', params: {} }
                  void navigate({
                    search: (now) => ({ ...now, tab: id, sql: sharedText(sql) }),
                    replace: true,
                  })
                  runs.start(id, order, params)
                }}
              />
            }
            below={<Result run={run} />}
          />
        )}
      </div>
      {isSavedOpen ? (
        <SavedQueries
          projectId={projectId}
          onOpen={(query) => tabs.open(query.sql ?? '', query)}
          onRenamed={tabs.renamed}
        />
      ) : null}
      {reviews.first === undefined ? null : (
        <ReviewStatements key={reviews.first.id} projectId={projectId} review={reviews.first} />
      )}
      {panel === 'history' ? (
        <HistoryDrawer
          entries={history.value?.map(({ sql, rows, stopped, ...ran }) => ({
            ...ran,
            text: sql,
            note: noteOf(rows, stopped),
          }))}
          error={history.error}
          onRetry={history.retry}
          onOpen={(at) => {
            close()
            tabs.open(history.value?.find((ran) => ran.at === at)?.sql ?? '')
          }}
          onClear={() => history.change(() => [])}
          onClose={close}
        />
      ) : null}
      {panel === 'running' ? <RunningQueries projectId={projectId} onClose={close} /> : null}
    </div>
  )
}

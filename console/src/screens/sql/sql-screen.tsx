// SQL over the tables of a project: queries run and are explained, statements that write are shown first.
import { getRouteApi } from '@tanstack/react-router'
import { Activity, History } from 'lucide-react'
import { useState } from 'react'
import { useKept } from '#api/project/use-kept.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { HistoryDrawer } from '#ui/history/history-drawer.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { QueryEditor } from './editor/query-editor.tsx'
import { messages } from './messages.ts'
import { Result } from './result/result.tsx'
import { HISTORY } from './runs/history.ts'
import { ReviewStatements } from './runs/review-statements.tsx'
import { RunningQueries } from './runs/running-queries.tsx'
import { type Review, type Run, refusalOf, rowsOf, useRuns, type Written } from './runs/use-runs.ts'
import { SavedQueries } from './saved/saved-queries.tsx'
import classes from './sql.module.css'
import type { SqlSearch } from './sql-search.ts'
import { SqlTabs } from './tabs/sql-tabs.tsx'
import { useTabs } from './tabs/use-tabs.ts'

const route = getRouteApi('/signed-in/projects/$projectId/sql')

// Statements that are about to write, and who waits for what has come of it.
interface Writing {
  readonly sql: string
  readonly ended: PromiseWithResolvers<Written | undefined>
}

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
  const tabs = useTabs(projectId)
  const history = useKept(projectId, HISTORY)
  const [writing, setWriting] = useState<Writing>()
  const review: Review = (sql) => {
    const ended = Promise.withResolvers<Written | undefined>()
    setWriting({ sql, ended })
    return ended.promise.finally(() => setWriting(undefined))
  }
  const remember = (run: Run, ms: number) => {
    const { text: sql, started } = run
    const rows = rowsOf(run)
    const refusal = refusalOf(run)
    const end = {
      ...(rows === undefined ? {} : { rows }),
      ...(refusal === undefined ? {} : { error: refusal.message }),
    }
    history.change((runs) => HISTORY.add(runs, { at: new Date(started).toISOString(), sql, ms, ...end }))
  }
  const runs = useRuns(projectId, review, remember)
  const open = (panel: SqlSearch['panel']) =>
    navigate({ search: (now) => ({ ...now, panel }), replace: true, resetScroll: false })
  const close = () => void open(undefined)
  const latest = tabs.active && runs.of(tabs.active.id)
  // What somebody else saw is not what one sees oneself.
  const run = latest?.as === as ? latest : undefined
  return (
    <>
      <PageHeader
        title={m.title}
        about={m.about}
        actions={
          <>
            <Button onClick={() => open('running')}>
              <Activity aria-hidden />
              {m.running}
            </Button>
            <Button onClick={() => open('history')}>
              <History aria-hidden />
              {m.history}
            </Button>
          </>
        }
      />
      {tabs.kept.error === null ? null : <ErrorState error={tabs.kept.error} onRetry={tabs.kept.retry} />}
      {tabs.kept.failure === null ? null : (
        <p role="alert" className={classes.error}>
          {m.notKept(tabs.kept.failure.message)}
        </p>
      )}
      <div className={classes.screen}>
        <div className={classes.main}>
          {tabs.active === undefined ? (
            <Skeleton lines={6} />
          ) : (
            <>
              <SqlTabs tabs={tabs} onClosed={runs.drop} />
              <QueryEditor
                key={tabs.active.id}
                projectId={projectId}
                tab={tabs.active}
                as={as}
                run={run}
                onChange={tabs.change}
                onStart={(order) => {
                  const { id, sql, params } = tabs.active ?? { id: '', sql: '', params: {} }
                  void navigate({ search: (now) => ({ ...now, tab: id, sql }), replace: true })
                  runs.start(id, order, params)
                }}
              />
              <Result run={run} />
            </>
          )}
        </div>
        <SavedQueries
          projectId={projectId}
          onOpen={(query) => tabs.open(query.sql ?? '', query)}
          onRenamed={tabs.renamed}
        />
      </div>
      {writing === undefined ? null : (
        <ReviewStatements
          projectId={projectId}
          sql={writing.sql}
          onRan={writing.ended.resolve}
          onClose={(refusal) =>
            refusal === null ? writing.ended.resolve(undefined) : writing.ended.reject(refusal)
          }
        />
      )}
      {panel === 'history' ? (
        <HistoryDrawer
          entries={history.value?.map(({ sql, rows, ...ran }) => ({
            ...ran,
            text: sql,
            note: rows === undefined ? undefined : m.rows(rows, plural),
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
    </>
  )
}

// GraphQL over the tables of a project: a document with its variables, who calls, and the schema beside it.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { introspectionQuery } from '#api/data/graphql.ts'
import { useKept } from '#api/project/use-kept.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { HistoryDrawer } from '#ui/history/history-drawer.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './graphql.module.css'
import type { GraphqlSearch } from './graphql-search.ts'
import { DRAFT, HISTORY } from './kept.ts'
import { messages } from './messages.ts'
import { RequestEditor } from './request-editor.tsx'
import { SchemaExplorer } from './schema-explorer.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/graphql')

/** GraphqlScreen is one screen for each project. */
export function GraphqlScreen() {
  const { projectId } = route.useParams()
  return <Screen key={projectId} projectId={projectId} />
}

function Screen({ projectId }: { readonly projectId: string }) {
  const m = useMessages(messages)
  const { panel, as } = route.useSearch()
  const navigate = route.useNavigate()
  const draft = useKept(projectId, DRAFT)
  const history = useKept(projectId, HISTORY)
  const introspection = useQuery(introspectionQuery(projectId))
  useUnsaved(draft.failure !== null)
  const change = (part: Partial<GraphqlSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...part }), replace: true, resetScroll: false })
  const close = () => change({ panel: undefined })
  return (
    <>
      <PageHeader
        title={m.title}
        about={m.about}
        actions={
          <Button onClick={() => change({ panel: 'history' })}>
            <History aria-hidden />
            {m.history}
          </Button>
        }
      />
      {draft.error === null ? null : <ErrorState error={draft.error} onRetry={draft.retry} />}
      {draft.failure === null ? null : (
        <p role="alert" className={classes.error}>
          {m.notKept(draft.failure.message)}
        </p>
      )}
      <div className={classes.screen}>
        <div className={classes.main}>
          {draft.value === undefined ? (
            <Skeleton lines={8} />
          ) : (
            <RequestEditor
              projectId={projectId}
              draft={draft.value}
              introspection={introspection.data}
              caller={as}
              onChange={(part) => draft.change((now) => ({ ...now, ...part }))}
              onEnd={(run) => history.change((runs) => HISTORY.add(runs, run))}
            />
          )}
        </div>
        {introspection.isPending ? <Skeleton lines={8} /> : null}
        {introspection.isError ? (
          <ErrorState error={introspection.error} onRetry={introspection.refetch} />
        ) : null}
        {introspection.data === undefined ? null : (
          <SchemaExplorer
            schema={introspection.data}
            onUse={(query) =>
              draft.change(({ query: before, variables }) => ({
                query: before.trim() === '' ? query : `${before.trimEnd()}\n\n${query}`,
                variables,
              }))
            }
          />
        )}
      </div>
      {panel === 'history' ? (
        <HistoryDrawer
          entries={history.value?.map(({ query, ...run }) => ({ ...run, text: query }))}
          error={history.error}
          onRetry={history.retry}
          onOpen={(at) => {
            const run = history.value?.find((one) => one.at === at)
            if (run !== undefined) draft.change(() => ({ query: run.query, variables: run.variables }))
            close()
          }}
          onClear={() => history.change(() => [])}
          onClose={close}
        />
      ) : null}
    </>
  )
}

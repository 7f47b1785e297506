// The request log of a project: filtered by the address, followed live, one request in full.
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Download, Pause, Play, ScrollText } from 'lucide-react'
import { useAct } from '#acts/use-act.ts'
import type { RequestLogEntry } from '#api/client/schemas.ts'
import {
  followRequestLogs,
  type LogFilter,
  requestLogsCsv,
  requestLogsQuery,
} from '#api/project/request-logs.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button, buttonClass } from '#ui/buttons/button.tsx'
import { useFollowed } from '#ui/lists/use-followed.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { Card, PageHeader } from '#ui/page/page-header.tsx'
import { saveFile } from '#ui/page/save-file.ts'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { LogChart } from './log-chart.tsx'
import { LogFilters } from './log-filters.tsx'
import { LogList } from './log-list.tsx'
import { filterOf, type LogSearch } from './log-search.ts'
import { messages } from './messages.ts'
import { RequestDrawer } from './request-drawer.tsx'

// What is kept on the screen of what arrives.
const MOST_FOLLOWED = 500

const route = getRouteApi('/signed-in/projects/$projectId/logs')

/** LogsScreen lists the latest requests of a project. */
export function LogsScreen() {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { projectId } = route.useParams()
  const search: LogSearch = route.useSearch()
  const navigate = route.useNavigate()
  const change = (change: Record<string, unknown>) =>
    navigate({ search: (now) => ({ ...now, ...change }), replace: true })
  const filter = filterOf(search, Date.now())
  const isFiltered = Object.keys(filter).length > 0
  const logs = useInfiniteQuery(requestLogsQuery(projectId, filter))
  const followed = useFollowed<RequestLogEntry>(
    (signal, add) => followRequestLogs(projectId, filter, signal, add),
    {
      key: JSON.stringify([projectId, { ...filter, since: undefined, until: undefined }]),
      most: MOST_FOLLOWED,
      isOn: search.follow === true,
      name: m.follow,
      onSwitch: (isOn) => change({ follow: isOn || undefined }),
    },
  )
  const listed = logs.data?.pages.flatMap((page) => page.items)
  const rows = listed === undefined ? undefined : newestFirst(followed, listed)
  const isFollowing = search.follow === true
  const follow = isFollowing ? { follow: undefined } : { follow: true, until: undefined }
  const actions = (
    <>
      <ExportButton projectId={projectId} filter={filter} />
      <Button aria-pressed={isFollowing} onClick={() => change(follow)}>
        {isFollowing ? <Pause aria-hidden /> : <Play aria-hidden />}
        {isFollowing ? m.unfollow : m.follow}
      </Button>
    </>
  )
  const none = rows?.length === 0
  return (
    <>
      <PageHeader title={m.title} about={m.about} actions={actions} />
      <LogFilters projectId={projectId} search={search} onChange={change} />
      {logs.isPending ? <Skeleton lines={8} /> : null}
      {logs.isError ? <ErrorState error={logs.error} onRetry={logs.refetch} /> : null}
      {none ? (
        <Card>
          {isFiltered ? (
            <EmptyState
              title={common.states.nothing}
              action={<Button onClick={() => navigate({ search: {} })}>{m.clear}</Button>}
            />
          ) : (
            <EmptyState
              icon={<ScrollText aria-hidden />}
              title={m.emptyTitle}
              hint={m.emptyHint}
              action={
                <Link to="/projects/$projectId" params={{ projectId }} className={buttonClass('primary')}>
                  {m.connect}
                </Link>
              }
            />
          )}
        </Card>
      ) : null}
      {rows !== undefined && !none ? (
        <>
          <LogChart
            projectId={projectId}
            filter={filter}
            isFollowing={isFollowing}
            onPick={(span) => change({ ...span, span: undefined, follow: undefined })}
          />
          <LogList
            rows={rows}
            onOpen={(line) => change({ line })}
            onMore={logs.hasNextPage ? () => logs.fetchNextPage() : undefined}
            loadingMore={logs.isFetchingNextPage}
          />
        </>
      ) : null}
      {search.line === undefined ? null : (
        <RequestDrawer
          projectId={projectId}
          id={search.line}
          onNarrow={(filter) => change({ ...filter, line: undefined })}
          onClose={() => change({ line: undefined })}
        />
      )}
    </>
  )
}

function ExportButton({ projectId, filter }: { readonly projectId: string; readonly filter: LogFilter }) {
  const m = useMessages(messages)
  const download = useAct(m.download, {
    mutationFn: () => requestLogsCsv(projectId, filter),
    onSuccess: ({ text, cut }) => {
      saveFile('requests.csv', new Blob([text], { type: 'text/csv' }))
      if (cut) toast(m.cut)
    },
  })
  return (
    <Button busy={download.isPending} onClick={() => download.mutate()}>
      <Download aria-hidden />
      {m.download}
    </Button>
  )
}

function newestFirst(followed: readonly RequestLogEntry[], listed: readonly RequestLogEntry[]) {
  const known = new Set(listed.map(({ id }) => id))
  return [...followed.filter(({ id }) => !known.has(id)), ...listed]
}

// The log of a function: searched, narrowed down to a level or one invocation, and followed live.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Pause, Play, X } from 'lucide-react'
import type { FunctionLogLine } from '#api/client/schemas.ts'
import { followFunctionLogs, functionLogsQuery } from '#api/services/functions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { SearchInput } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { useFollowed } from '#ui/lists/use-followed.ts'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card, Toolbar } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './functions.module.css'
import { type FunctionPageProps, type FunctionsSearch, LEVELS } from './functions-search.ts'
import { messages } from './messages.ts'

// What is kept on the screen of what arrives.
const MOST_FOLLOWED = 1_000

const route = getRouteApi('/signed-in/projects/$projectId/functions')
const ALL = 'all'
const TONES = { debug: 'neutral', info: 'neutral', log: 'neutral', warn: 'warning', error: 'danger' } as const

/** FunctionLogs lists the latest lines. */
export function FunctionLogs({ projectId, functionId }: FunctionPageProps) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { level, text, invocation, follow } = route.useSearch()
  const navigate = route.useNavigate()
  const change = (change: Partial<FunctionsSearch>) =>
    navigate({ search: (now) => ({ ...now, ...change }), replace: true })
  const filter = {
    ...(level === undefined ? {} : { level }),
    ...(text === undefined ? {} : { search: text }),
    ...(invocation === undefined ? {} : { invocation_id: invocation }),
  }
  const logs = useQuery(functionLogsQuery(projectId, functionId, filter))
  const isFollowing = follow === true
  const followed = useFollowed<FunctionLogLine>(
    (signal, add) => followFunctionLogs(projectId, functionId, signal, add),
    {
      key: `${projectId} ${functionId}`,
      most: MOST_FOLLOWED,
      isOn: isFollowing,
      name: m.logs.follow,
      onSwitch: (isOn) => change({ follow: isOn || undefined }),
    },
  )
  const matching = followed.filter(
    (line) =>
      (level === undefined || line.level === level) &&
      (text === undefined || line.message.toLowerCase().includes(text.toLowerCase())) &&
      (invocation === undefined || line.invocation_id === invocation),
  )
  const rows = logs.data === undefined ? undefined : merged(matching, logs.data)
  const levels = [{ value: ALL, label: m.logs.anyLevel }, ...LEVELS.map((value) => ({ value, label: value }))]
  return (
    <>
      <Toolbar>
        <SearchInput
          label={m.logs.search}
          value={text ?? ''}
          onChange={(text) => change({ text: text || undefined })}
        />
        <div className={classes.level}>
          <Select
            label={m.logs.level}
            choices={levels}
            value={level ?? ALL}
            onChange={(next) => change({ level: LEVELS.find((one) => one === next) })}
          />
        </div>
        {invocation === undefined ? null : (
          <Button onClick={() => change({ invocation: undefined })}>
            <X aria-hidden />
            {m.logs.oneInvocation}
          </Button>
        )}
        <Button aria-pressed={isFollowing} onClick={() => change({ follow: isFollowing ? undefined : true })}>
          {isFollowing ? <Pause aria-hidden /> : <Play aria-hidden />}
          {isFollowing ? m.logs.unfollow : m.logs.follow}
        </Button>
      </Toolbar>
      {logs.isPending ? <Skeleton lines={8} /> : null}
      {logs.isError ? <ErrorState error={logs.error} onRetry={logs.refetch} /> : null}
      {rows === undefined ? null : (
        <Card label={m.tabs.logs}>
          {rows.length === 0 ? (
            <EmptyState
              title={Object.keys(filter).length > 0 ? common.states.nothing : m.logs.none}
              hint={m.logs.noneHint}
            />
          ) : (
            <ol className={classes.lines}>
              {rows.map((line) => (
                <Line key={line.id} line={line} onInvocation={(invocation) => change({ invocation })} />
              ))}
            </ol>
          )}
        </Card>
      )}
    </>
  )
}

function Line({
  line,
  onInvocation,
}: {
  readonly line: FunctionLogLine
  readonly onInvocation: (id: string) => void
}) {
  const m = useMessages(messages)
  return (
    <li>
      <span className={classes.when}>
        <Moment iso={line.created_at} />
        <Badge tone={TONES[line.level]}>{line.level}</Badge>
      </span>
      <pre>{line.message}</pre>
      <button
        type="button"
        className={classes.invocation}
        title={line.invocation_id}
        onClick={() => onInvocation(line.invocation_id)}
      >
        <span className="visually-hidden">{m.logs.ofInvocation} </span>
        {line.invocation_id.slice(-6)}
      </button>
    </li>
  )
}

function merged(followed: readonly FunctionLogLine[], listed: readonly FunctionLogLine[]) {
  const known = new Set(listed.map(({ id }) => id))
  return [...followed.filter(({ id }) => !known.has(id)), ...listed]
}

// Everything that arrives on chosen tables and channels, as the viewer or somebody else receives it.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Eraser, Pause, Play, Radio, X } from 'lucide-react'
import { useState } from 'react'
import { tablesQuery } from '#api/data/tables.ts'
import { useMay } from '#api/organisations/permissions.ts'
import type { Arrival } from '#api/services/inspection.ts'
import { channelsQuery } from '#api/services/realtime.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Combobox } from '#ui/forms/combobox.tsx'
import { SearchInput } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { Arrivals } from './arrivals.tsx'
import { Caller } from './caller.tsx'
import classes from './live.module.css'
import { KINDS, type LiveSearch } from './live-search.ts'
import { messages } from './messages.ts'
import { Room } from './room.tsx'
import { type Inspected, useInspection } from './use-inspection.ts'

const route = getRouteApi('/signed-in/projects/$projectId/live')
const ALL = 'all'

/** Inspector listens to what the address names. */
export function Inspector({ projectId }: { readonly projectId: string }) {
  const m = useMessages(messages)
  const { tables = [], channels = [], kind, text } = route.useSearch()
  const navigate = route.useNavigate()
  const [credential, setCredential] = useState<string>()
  const [isPaused, setPaused] = useState(false)
  const inspected = useInspection(projectId, { tables, channels }, credential, isPaused)
  const change = (change: LiveSearch) => navigate({ search: (now) => ({ ...now, ...change }), replace: true })
  const found = inspected.arrivals.filter(
    (arrival) => (kind === undefined || arrival.kind === kind) && holds(arrival, text),
  )
  const none = tables.length + channels.length === 0
  return (
    <div className={classes.parts}>
      <Targets projectId={projectId} tables={tables} channels={channels} onChange={change} />
      <Caller onChange={setCredential} />
      {none ? (
        <Card>
          <EmptyState icon={<Radio aria-hidden />} title={m.chooseTitle} hint={m.chooseHint} />
        </Card>
      ) : (
        <>
          <State inspected={inspected} isPaused={isPaused} onPause={setPaused} />
          <div className={classes.pair}>
            <SearchInput
              label={m.search}
              value={text ?? ''}
              onChange={(text) => change({ text: text || undefined })}
            />
            <Select
              label={m.kind}
              choices={[{ value: ALL, label: m.anyKind }, ...choicesOf(m.kinds)]}
              value={kind ?? ALL}
              onChange={(next) => change({ kind: KINDS.find((one) => one === next) })}
            />
          </div>
          <Arrivals arrivals={found} isFiltered={inspected.arrivals.length > 0} />
          {channels.map((channel) => (
            <Room key={channel} projectId={projectId} channel={channel} inspected={inspected} />
          ))}
        </>
      )}
    </div>
  )
}

function Targets({
  projectId,
  tables,
  channels,
  onChange,
}: {
  readonly projectId: string
  readonly tables: readonly string[]
  readonly channels: readonly string[]
  readonly onChange: (change: LiveSearch) => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const mayReadSchema = useMay(projectId)('schema:read')
  const { data: allTables = [] } = useQuery({ ...tablesQuery(projectId), enabled: mayReadSchema })
  const { data: allChannels = [] } = useQuery(channelsQuery(projectId))
  const rooms = allChannels.filter(({ table_id }) => table_id === null)
  const free = (names: readonly string[], taken: readonly string[]) =>
    names.filter((name) => !taken.includes(name)).map((value) => ({ value, label: value }))
  return (
    <div className={classes.targets}>
      <div className={classes.pair}>
        <Combobox
          label={m.addTable}
          search={common.actions.search}
          choices={free(
            allTables.map(({ slug }) => slug),
            tables,
          )}
          value={undefined}
          onChange={(table) => onChange({ tables: [...tables, table] })}
        />
        {rooms.length === 0 ? null : (
          <Combobox
            label={m.addChannel}
            search={common.actions.search}
            choices={free(
              rooms.map(({ name }) => name),
              channels,
            )}
            value={undefined}
            onChange={(channel) => onChange({ channels: [...channels, channel] })}
          />
        )}
      </div>
      {tables.length + channels.length === 0 ? null : (
        <div className={classes.chosen}>
          <Chips
            label={m.tables}
            names={tables}
            onRemove={(name) => onChange({ tables: without(tables, name) })}
          />
          <Chips
            label={m.channelsOf}
            names={channels}
            onRemove={(name) => onChange({ channels: without(channels, name) })}
          />
        </div>
      )}
    </div>
  )
}

function without(names: readonly string[], name: string): readonly string[] | undefined {
  const rest = names.filter((one) => one !== name)
  return rest.length === 0 ? undefined : rest
}

function Chips({
  label,
  names,
  onRemove,
}: {
  readonly label: string
  readonly names: readonly string[]
  readonly onRemove: (name: string) => void
}) {
  const m = useMessages(messages)
  if (names.length === 0) return null
  return (
    <ul className={classes.chips} aria-label={label}>
      {names.map((name) => (
        <li key={name}>
          <code>{name}</code>
          <Button kind="quiet" size="icon" aria-label={m.remove(name)} onClick={() => onRemove(name)}>
            <X aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
  )
}

const TONES = { connecting: 'neutral', open: 'success', reconnecting: 'warning', closed: 'danger' } as const

function State({
  inspected: { state, held, clear },
  isPaused,
  onPause,
}: {
  readonly inspected: Inspected
  readonly isPaused: boolean
  readonly onPause: (isPaused: boolean) => void
}) {
  const m = useMessages(messages)
  const { plural } = useLanguage()
  return (
    <div className={classes.bar}>
      <span role="status" className={classes.status}>
        {state === undefined ? null : <Badge tone={TONES[state.status]}>{m.statuses[state.status]}</Badge>}
        {state?.reason}
      </span>
      {held > 0 ? <span className={classes.note}>{m.held(held, plural)}</span> : null}
      <Button aria-pressed={isPaused} onClick={() => onPause(!isPaused)}>
        {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
        {isPaused ? m.resume : m.pause}
      </Button>
      <Button onClick={clear}>
        <Eraser aria-hidden />
        {m.clear}
      </Button>
    </div>
  )
}

function holds({ data, channel }: Arrival, text: string | undefined): boolean {
  return text === undefined || `${channel} ${JSON.stringify(data)}`.toLowerCase().includes(text.toLowerCase())
}

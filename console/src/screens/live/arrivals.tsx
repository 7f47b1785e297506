// What has arrived, and one of it in full: what differs between before and after, and the payload.
import { useState } from 'react'
import type { Arrival } from '#api/services/inspection.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Details } from '#ui/page/details.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import classes from './live.module.css'
import { messages } from './messages.ts'

const TONES = {
  INSERT: 'success',
  UPDATE: 'accent',
  DELETE: 'danger',
  message: 'neutral',
  join: 'neutral',
  leave: 'neutral',
  ended: 'warning',
} as const

const MOST_TEXT = 80

/** Arrivals lists what has arrived, the latest first. */
export function Arrivals({
  arrivals,
  isFiltered,
}: {
  readonly arrivals: readonly Arrival[]
  readonly isFiltered: boolean
}) {
  const m = useMessages(messages)
  const { common, format } = useLanguage()
  const [opened, setOpened] = useState<Arrival>()
  const columns: Column<Arrival>[] = [
    {
      title: m.columns.what,
      cell: (arrival) => (
        <LinkButton onClick={() => setOpened(arrival)}>
          <code>{shortOf(arrival)}</code>
        </LinkButton>
      ),
    },
    { title: m.columns.kind, cell: ({ kind }) => <Badge tone={TONES[kind]}>{m.kinds[kind]}</Badge> },
    { title: m.columns.where, cell: ({ channel }) => nameOf(channel) },
    {
      title: m.columns.delay,
      end: true,
      cell: ({ delay }) =>
        delay === undefined ? (
          '—'
        ) : (
          <span title={m.delayHint} className={classes.short}>
            {m.milliseconds(format.number(delay))}
          </span>
        ),
    },
    { title: m.columns.time, cell: ({ at }) => <Moment iso={at} /> },
  ]
  return (
    <Card>
      {arrivals.length === 0 ? (
        <EmptyState
          title={isFiltered ? common.states.nothing : m.waitTitle}
          {...(isFiltered ? {} : { hint: m.waitHint })}
        />
      ) : (
        <Table label={m.events} columns={columns} rows={arrivals} rowKey={({ key }) => String(key)} />
      )}
      {opened === undefined ? null : <One arrival={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  )
}

function One({ arrival, onClose }: { readonly arrival: Arrival; readonly onClose: () => void }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { kind, channel, at, delay, data } = arrival
  const items = [
    { title: m.columns.where, value: <code>{channel}</code> },
    { title: m.columns.time, value: <Moment iso={at} /> },
    ...(delay === undefined ? [] : [{ title: m.columns.delay, value: m.milliseconds(format.number(delay)) }]),
  ]
  return (
    <Drawer open title={`${m.kinds[kind]} · ${nameOf(channel)}`} onClose={onClose}>
      <Details items={items} />
      {kind === 'UPDATE' ? <Changes data={data as Rows} /> : null}
      <section className={classes.part}>
        <h3>{m.payload}</h3>
        <pre>{JSON.stringify(data, null, 2)}</pre>
      </section>
    </Drawer>
  )
}

interface Rows {
  readonly record: Readonly<Record<string, unknown>>
  readonly old_record?: Readonly<Record<string, unknown>>
}

interface Changed {
  readonly name: string
  readonly before: string
  readonly after: string
}

function Changes({ data: { record, old_record } }: { readonly data: Rows }) {
  const m = useMessages(messages)
  const changed = Object.keys(record).flatMap((name): Changed[] => {
    const [before, after] = [JSON.stringify(old_record?.[name]), JSON.stringify(record[name])]
    return old_record === undefined || before === after
      ? []
      : [{ name, before: before ?? '', after: after ?? '' }]
  })
  const columns: Column<Changed>[] = [
    { title: m.column, cell: ({ name }) => <code>{name}</code> },
    { title: m.before, cell: ({ before }) => <del>{before}</del> },
    { title: m.after, cell: ({ after }) => <ins>{after}</ins> },
  ]
  return (
    <section className={classes.part}>
      <h3>{m.changes}</h3>
      {changed.length === 0 ? (
        <p className={classes.note}>{m.noChanges}</p>
      ) : (
        <Table label={m.changes} columns={columns} rows={changed} rowKey={({ name }) => name} />
      )}
    </section>
  )
}

// Behind the kind of channel and the id of the project.
function nameOf(channel: string): string {
  return channel.split(':').slice(2).join(':')
}

function shortOf({ kind, data }: Arrival): string {
  if (kind === 'join' || kind === 'leave') return (data as { user: string }).user
  if (kind === 'ended') return (data as { reason?: string }).reason ?? ''
  const text = kind === 'message' ? JSON.stringify(data) : String((data as Rows).record.id)
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text
}

// Which events are received: all, groups, single types, or those of one table.
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { tablesQuery } from '#api/data/tables.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { eventTypesQuery } from '#api/services/webhooks.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Select } from '#ui/forms/select.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './events.module.css'
import { messages } from './messages.ts'

const ALL = '*'
const groupOf = (type: string) => type.split('.')[0] as string

/** EventPicker chooses names of events. */
export function EventPicker({
  projectId,
  events,
  onChange,
}: {
  readonly projectId: string
  readonly events: readonly string[]
  readonly onChange: (events: readonly string[]) => void
}) {
  const m = useMessages(messages)
  const types = useQuery(eventTypesQuery(projectId))
  if (types.isPending) return <Skeleton />
  if (types.isError) return <ErrorState error={types.error} onRetry={types.refetch} />
  const groups = Map.groupBy(types.data, ({ type }) => groupOf(type))
  const known = new Set([
    ALL,
    ...types.data.map(({ type }) => type),
    ...groups.keys().map((name) => `${name}.*`),
  ])
  const others = events.filter((event) => !known.has(event))
  const has = (event: string) => events.includes(event)
  const set = (event: string, isOn: boolean) =>
    onChange(isOn ? [...events, event] : events.filter((one) => one !== event))
  return (
    <fieldset className={classes.events}>
      <legend>{m.events}</legend>
      <Checkbox label={m.allEvents} checked={has(ALL)} onChange={(isOn) => onChange(isOn ? [ALL] : [])} />
      {has(ALL) ? null : (
        <>
          {[...groups].map(([name, members]) => (
            <div key={name} className={classes.group}>
              <Checkbox
                label={m.allOf(name)}
                checked={has(`${name}.*`)}
                onChange={(isOn) =>
                  // The group takes the place of its members.
                  onChange([
                    ...events.filter((event) => groupOf(event) !== name || event.includes(':')),
                    ...(isOn ? [`${name}.*`] : []),
                  ])
                }
              />
              {has(`${name}.*`) ? null : (
                <div className={classes.members}>
                  {members.map(({ type, description }) => (
                    <Checkbox
                      key={type}
                      label={type}
                      hint={description}
                      checked={has(type)}
                      onChange={(isOn) => set(type, isOn)}
                    />
                  ))}
                </div>
              )}
            </div>
          ))}
          <OfTable projectId={projectId} onAdd={(event) => has(event) || set(event, true)} />
          {others.length === 0 ? null : (
            <ul className={classes.chips}>
              {others.map((event) => (
                <li key={event}>
                  <code>{event}</code>
                  <Button
                    kind="quiet"
                    size="icon"
                    aria-label={m.removeEvent(event)}
                    onClick={() => set(event, false)}
                  >
                    <X aria-hidden />
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </fieldset>
  )
}

const KINDS = ['row.*', 'row.inserted', 'row.updated', 'row.deleted'] as const

function OfTable({
  projectId,
  onAdd,
}: {
  readonly projectId: string
  readonly onAdd: (event: string) => void
}) {
  const m = useMessages(messages)
  const enabled = useMay(projectId)('schema:read')
  const { data: tables = [] } = useQuery({ ...tablesQuery(projectId), enabled })
  const [kind, setKind] = useState<(typeof KINDS)[number]>('row.*')
  // What the server keeps has events of its own.
  const choices = tables
    .filter(({ slug }) => !['users', 'storage_objects', 'payment_transactions'].includes(slug))
    .map(({ slug, name }) => ({ value: slug, label: name }))
  if (choices.length === 0) return null
  return (
    <div className={classes.group}>
      <span>{m.ofTable}</span>
      <div className={classes.pair}>
        <Select
          label={m.ofTable}
          choices={KINDS.map((value) => ({ value, label: m.rowKinds[value] }))}
          value={kind}
          onChange={setKind}
        />
        <Combobox
          label={m.addTable}
          search={m.findTable}
          choices={choices}
          value={undefined}
          onChange={(table) => onAdd(`${kind}:${table}`)}
        />
      </div>
    </div>
  )
}

// Which events a webhook receives: all, groups, single types, or those of one table.
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#api/permissions.ts'
import { tablesQuery } from '#api/tables.ts'
import { eventTypesQuery } from '#api/webhooks.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Select } from '#ui/select.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import classes from './webhooks.module.css'

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
  const { m } = useLanguage()
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
      <legend>{m.webhooks.columns.events}</legend>
      <Checkbox
        label={m.webhooks.allEvents}
        checked={has(ALL)}
        onChange={(isOn) => onChange(isOn ? [ALL] : [])}
      />
      {has(ALL) ? null : (
        <>
          {[...groups].map(([name, members]) => (
            <div key={name} className={classes.group}>
              <Checkbox
                label={m.webhooks.allOf(name)}
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
                    aria-label={m.webhooks.removeEvent(event)}
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
  const { m } = useLanguage()
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
      <span>{m.webhooks.ofTable}</span>
      <div className={classes.pair}>
        <Select
          label={m.webhooks.ofTable}
          choices={KINDS.map((value) => ({ value, label: m.webhooks.rowKinds[value] }))}
          value={kind}
          onChange={setKind}
        />
        <Combobox
          label={m.webhooks.addTable}
          search={m.webhooks.findTable}
          choices={choices}
          value={undefined}
          onChange={(table) => onAdd(`${kind}:${table}`)}
        />
      </div>
    </div>
  )
}

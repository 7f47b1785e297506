// Why an event does or does not reach a subscriber.
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventExplanation, EventQuestion } from '#api/client/schemas.ts'
import { tablesQuery } from '#api/data/tables.ts'
import { usersQuery } from '#api/project/users.ts'
import { explainEvent } from '#api/services/realtime.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input, SearchInput } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Details } from '#ui/page/details.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Section, Sections } from '#ui/page/section.tsx'
import classes from './live.module.css'
import { messages } from './messages.ts'

type Subscriber = 'publishable' | 'secret' | 'user'
const TYPES = { INSERT: 'INSERT', UPDATE: 'UPDATE', DELETE: 'DELETE' } as const

/** Explain asks about one subscriber and one event. */
export function Explain({ projectId }: { readonly projectId: string }) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { data: tables = [] } = useQuery(tablesQuery(projectId))
  const [table, setTable] = useState<string>()
  const [type, setType] = useState<Required<EventQuestion>['type']>('INSERT')
  const [who, setWho] = useState<Subscriber>('publishable')
  const [user, setUser] = useState<string>()
  const [row, setRow] = useState('')
  const attempt = useMutation({
    mutationFn: () =>
      explainEvent(projectId, {
        table: table ?? '',
        type,
        row_id: row.trim(),
        ...(who === 'user' ? { user_id: user ?? '' } : { key: who }),
      }),
  })
  const isReady = table !== undefined && row.trim() !== '' && (who !== 'user' || user !== undefined)
  return (
    <Sections>
      <Section title={m.tabs.explain} about={m.explainAbout}>
        <form
          className={classes.question}
          onSubmit={(event) => {
            event.preventDefault()
            attempt.mutate()
          }}
        >
          <div className={classes.pair}>
            <Combobox
              label={m.table}
              search={common.actions.search}
              placeholder={m.chooseTable}
              choices={tables.map(({ slug, name }) => ({ value: slug, label: name }))}
              value={table}
              onChange={setTable}
            />
            <Select label={m.type} choices={choicesOf(TYPES)} value={type} onChange={setType} />
          </div>
          <Field label={m.subscriber}>
            <Select choices={choicesOf(m.subscribers)} value={who} onChange={setWho} />
          </Field>
          {who === 'user' ? <PickUser projectId={projectId} user={user} onChange={setUser} /> : null}
          <Field label={m.row} hint={m.rowHint} error={attempt.error?.message}>
            <Input required autoComplete="off" spellCheck={false} value={row} onValueChange={setRow} />
          </Field>
          <Button type="submit" kind="primary" busy={attempt.isPending} disabled={!isReady}>
            {m.explain}
          </Button>
        </form>
      </Section>
      {attempt.data === undefined ? null : <Answer answer={attempt.data} />}
    </Sections>
  )
}

function PickUser({
  projectId,
  user,
  onChange,
}: {
  readonly projectId: string
  readonly user: string | undefined
  readonly onChange: (user: string) => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const [search, setSearch] = useState('')
  const users = useInfiniteQuery(usersQuery(projectId, search))
  const found = users.data?.pages.flatMap((page) => page.users) ?? []
  return (
    <div className={classes.pair}>
      <SearchInput label={m.findUser} value={search} onChange={setSearch} />
      <Combobox
        label={m.user}
        search={common.actions.search}
        placeholder={m.chooseUser}
        choices={found.map(({ id, email, phone }) => ({ value: id, label: email ?? phone ?? id }))}
        value={user}
        onChange={onChange}
      />
    </div>
  )
}

type Policy = EventExplanation['policies'][number]

function Answer({ answer }: { readonly answer: EventExplanation }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { delivered, reasons, connections, last_disconnects, policies } = answer
  const columns: Column<Policy>[] = [
    { title: m.policy, cell: ({ subject }) => subject },
    { title: m.effect, cell: ({ effect }) => effect },
    { title: m.condition, cell: ({ condition }) => (condition === null ? '—' : <code>{condition}</code>) },
    {
      title: m.decides,
      cell: ({ decides }) => <Badge tone={decides ? 'accent' : 'neutral'}>{decides ? m.yes : m.no}</Badge>,
    },
  ]
  return (
    <Section title={m.answer}>
      <div className={classes.answer} role="status">
        <Badge tone={delivered ? 'success' : 'danger'}>{delivered ? m.delivered : m.notDelivered}</Badge>
        {reasons.length === 0 ? null : (
          <ul aria-label={m.reasons}>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        <Details
          items={[
            { title: m.connections, value: format.number(connections) },
            ...(last_disconnects.length === 0
              ? []
              : [
                  {
                    title: m.disconnects,
                    value: last_disconnects.map(({ reason, at }) => (
                      <p key={`${at} ${reason}`}>
                        {reason} <Moment iso={at} relative />
                      </p>
                    )),
                  },
                ]),
          ]}
        />
      </div>
      {policies.length === 0 ? null : (
        <Table label={m.policies} columns={columns} rows={policies} rowKey={({ id }) => id} />
      )}
    </Section>
  )
}

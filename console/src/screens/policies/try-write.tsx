// A write that is tried as a caller and undone: what would have happened, and which policies decided.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { parseExact } from '#api/client/exact-json.ts'
import type { Table } from '#api/client/schemas.ts'
import type { Row } from '#api/data/rows.ts'
import { type SeenBy, type Trial, type TriedWrite, tryWrite } from '#api/data/trials.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Section } from '#ui/page/section.tsx'
import { messages } from './messages.ts'
import classes from './policies.module.css'
import { Verdict } from './verdict.tsx'

type Write = TriedWrite['action']

/** TryWrite inserts, updates or deletes a row as the caller of `target`; `rows` are those to choose from. */
export function TryWrite({
  target,
  table,
  rows,
}: {
  readonly target: SeenBy
  readonly table: Table
  readonly rows: readonly Row[]
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const [action, setAction] = useState<Write>('insert')
  const [id, setId] = useState<string>()
  const [text, setText] = useState(() => valuesOf(table, undefined))
  const trial = useMutation({ mutationFn: (write: TriedWrite) => tryWrite(target, write) })
  const row = rows.find((one) => one.id === id)
  const values = objectOf(text)
  const write = writeOf(action, row?.id, values)
  const { insert, update, delete: remove } = m.actions
  const begin = (action: Write, row: Row | undefined) => {
    setAction(action)
    setId(row?.id)
    setText(valuesOf(table, action === 'insert' ? undefined : row))
    trial.reset()
  }
  return (
    <Section title={m.tryWrite} about={m.tryWriteHint}>
      <div className={classes.trial}>
        <div className={classes.what}>
          <Field label={m.action}>
            <Select
              choices={choicesOf({ insert, update, delete: remove })}
              value={action}
              onChange={(action) => begin(action, row)}
            />
          </Field>
          {action === 'insert' ? null : (
            <Field label={m.row}>
              <Combobox
                label={m.row}
                search={common.actions.search}
                choices={rows.map((one) => ({ value: one.id, label: labelOf(one, ownOf(table)[0]?.name) }))}
                value={row?.id}
                onChange={(id) =>
                  begin(
                    action,
                    rows.find((one) => one.id === id),
                  )
                }
              />
            </Field>
          )}
        </div>
        {action === 'delete' ? null : (
          <div>
            <CodeEditor
              label={m.values}
              language="json"
              value={text}
              onChange={(text) => {
                setText(text)
                trial.reset()
              }}
            />
            {values === undefined ? (
              <p role="alert" className={classes.error}>
                {m.wrongValues}
              </p>
            ) : null}
          </div>
        )}
        <div>
          <Button
            kind="primary"
            disabled={write === undefined}
            busy={trial.isPending}
            onClick={() => write && trial.mutate(write)}
          >
            {m.tryNow}
          </Button>
        </div>
        {trial.error === null ? null : (
          <p role="alert" className={classes.error}>
            {trial.error.message}
          </p>
        )}
        {trial.data === undefined ? null : <Outcome trial={trial.data} />}
      </div>
    </Section>
  )
}

function Outcome({ trial: { refusal, row, decisions } }: { readonly trial: Trial }) {
  const m = useMessages(messages)
  return (
    <section className={classes.outcome} aria-label={m.outcome}>
      <p role="status">
        <Badge tone={refusal === undefined ? 'success' : 'danger'}>
          {refusal === undefined ? m.wouldDo : m.wouldRefuse}
        </Badge>{' '}
        {refusal ?? m.undone}
      </p>
      {decisions.map((decision) => (
        <div key={decision.state}>
          <h3>
            {m.states[decision.state]}: {decision.allowed ? m.effects.allow : m.effects.deny}
          </h3>
          <Verdict explanation={decision} />
        </div>
      ))}
      {row === null ? null : (
        <CodeEditor label={m.wouldBe} language="json" value={JSON.stringify(row, null, 2)} readOnly />
      )}
    </section>
  )
}

function writeOf(action: Write, id: string | undefined, values: object | undefined): TriedWrite | undefined {
  if (action === 'insert') return values && { action, values }
  if (id === undefined) return undefined
  return action === 'delete' ? { action, id } : values && { action, id, values }
}

const ownOf = ({ columns }: Table) => columns.filter(({ is_system }) => !is_system)

// What a row has, and what a new one must have.
function valuesOf(table: Table, row: Row | undefined): string {
  const columns = ownOf(table).filter(
    ({ required, default_value }) => row ?? (required && default_value === null),
  )
  return JSON.stringify(Object.fromEntries(columns.map(({ name }) => [name, row?.[name] ?? null])), null, 2)
}

// Numbers keep their digits on the way.
function objectOf(text: string): object | undefined {
  try {
    const value = parseExact(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function labelOf(row: Row, column: string | undefined): string {
  const value = column === undefined ? undefined : row[column]
  return value === undefined || value === null
    ? row.id
    : `${String(value).slice(0, 60)} · ${row.id.slice(-6)}`
}

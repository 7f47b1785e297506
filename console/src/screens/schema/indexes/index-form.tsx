// The form of a new index.
import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { Table } from '#api/client/schemas.ts'
import { INDEX_METHODS, indexSql, type NewIndex } from '#api/data/indexes.ts'
import { schemaKeys } from '#api/data/schema.ts'
import { execDdl } from '#api/data/sql.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import classes from '#screens/schema/schema.module.css'
import { Button } from '#ui/buttons/button.tsx'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { messages } from './messages.ts'

/** IndexForm makes an index of the columns of a table, at first those of `start`. */
export function IndexForm({
  projectId,
  table,
  start,
  onDone,
  onClose,
}: {
  readonly projectId: string
  readonly table: Table
  readonly start: readonly string[]
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const client = useQueryClient()
  const { draft, dirty, change } = useDraft<NewIndex>(() => ({
    name: '',
    columns: start,
    method: 'btree',
    unique: false,
    live: false,
  }))
  const { columns, method, unique } = draft
  // Deleted rows are in nobody's way.
  const live = unique || draft.live
  const isLonely = method === 'hash' && columns.length > 1
  const rest = table.columns.filter(({ name }) => !columns.includes(name))
  const sql = columns.length === 0 ? '' : indexSql(table.slug, { ...draft, live })
  const save = async () => {
    await execDdl(projectId, sql, false)
    await Promise.all(schemaKeys(projectId).map((queryKey) => client.invalidateQueries({ queryKey })))
  }
  return (
    <FormDialog
      size="wide"
      title={m.create}
      action={m.create}
      ready={columns.length > 0 && !isLonely}
      dirty={dirty}
      onSave={save}
      done={m.made}
      onDone={onDone}
      onClose={onClose}
    >
      <div className={classes.beside}>
        <div className={classes.stack}>
          <p>{m.order}</p>
          {columns.length === 0 ? null : (
            <ol>
              {columns.map((name) => (
                <li key={name}>
                  <code>{name}</code>
                  <Button
                    kind="quiet"
                    size="icon"
                    aria-label={m.removeColumn(name)}
                    onClick={() => change({ columns: columns.filter((one) => one !== name) })}
                  >
                    <X aria-hidden />
                  </Button>
                </li>
              ))}
            </ol>
          )}
          <Combobox
            label={m.addColumn}
            search={common.actions.search}
            choices={rest.map(({ name }) => ({ value: name, label: name }))}
            value={undefined}
            onChange={(name) => change({ columns: [...columns, name] })}
          />
          <Field label={m.method} error={isLonely ? m.methods.hash : undefined}>
            <Select
              choices={INDEX_METHODS.map((value) => ({ value, label: m.methods[value] }))}
              value={method}
              // Only B-trees keep values unique.
              onChange={(method) => change({ method, unique: unique && method === 'btree' })}
            />
          </Field>
          {method === 'btree' ? (
            <Checkbox label={m.isUnique} checked={unique} onChange={(unique) => change({ unique })} />
          ) : null}
          <Checkbox
            label={m.live}
            hint={m.liveHint}
            disabled={unique}
            checked={live}
            onChange={(live) => change({ live })}
          />
          <Field label={m.name} hint={m.nameHint}>
            <Input
              maxLength={63}
              autoComplete="off"
              value={draft.name}
              onValueChange={(name) => change({ name })}
            />
          </Field>
        </div>
        <div className={classes.stack}>
          <CodeEditor label={m.sql} value={sql} language="sql" readOnly />
          <p>{m.waits}</p>
        </div>
      </div>
    </FormDialog>
  )
}

// The form of a new table: its columns, who may read and write, and the SQL of it.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Table } from '#api/client/schemas.ts'
import { makeTable } from '#api/data/new-table.ts'
import { schemaKeys } from '#api/data/schema.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useMessages } from '#i18n/language.tsx'
import { useTables } from '#screens/tables/search.ts'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { AccessField } from './access-field.tsx'
import { ColumnRows } from './column-rows.tsx'
import classes from './create.module.css'
import { onEnter } from './enter.ts'
import { IndexRows } from './index-rows.tsx'
import { messages } from './messages.ts'
import { isWholeInSql, newTableOf, START } from './table-draft.ts'
import { TableSql } from './table-sql.tsx'
import { stopTrials, useTrial } from './use-trial.ts'

/** NewTableForm makes a table with its columns, relationships and policies, and shows its rows. */
export function NewTableForm({
  tables,
  onClose,
}: {
  readonly tables: readonly Table[]
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { projectId, openTable } = useTables()
  const client = useQueryClient()
  const may = useMay(projectId)
  const { draft, dirty, change } = useDraft(() => START)
  const plan = newTableOf(draft)
  const [saving, setSaving] = useState(false)
  const trial = useTrial(projectId, plan, !saving)
  const save = async () => {
    setSaving(true)
    await stopTrials(client, projectId)
    try {
      return await makeTable(projectId, plan)
    } catch (error) {
      setSaving(false)
      throw error
    } finally {
      await Promise.all(schemaKeys(projectId).map((queryKey) => client.invalidateQueries({ queryKey })))
    }
  }
  return (
    <FormDialog
      size="page"
      title={m.title}
      action={m.create}
      ready={draft.name.trim() !== ''}
      dirty={dirty}
      onSave={save}
      done={m.done(draft.name.trim())}
      onDone={({ slug }) => openTable(slug)}
      onClose={onClose}
    >
      <div className={classes.form}>
        <div className={classes.fields}>
          <div className={classes.name}>
            <Field label={m.name} name="name" error={trial.problems.get('name')}>
              <Input
                required
                maxLength={62}
                autoFocus
                autoComplete="off"
                value={draft.name}
                onKeyDown={onEnter}
                onValueChange={(name) => change({ name })}
              />
            </Field>
          </div>
          <ColumnRows
            rows={draft.rows}
            tables={tables}
            problems={trial.problems}
            onChange={(rows) => change({ rows })}
          />
          <IndexRows draft={draft} problems={trial.problems} onChange={(indexes) => change({ indexes })} />
          {may('policies:write') ? (
            <AccessField draft={draft} onChange={(access) => change({ access })} />
          ) : null}
        </div>
        <TableSql projectId={projectId} trial={trial} isWhole={isWholeInSql(plan)} />
      </div>
    </FormDialog>
  )
}

// A new table for the rows of a file: the form of a new table, with what the file shows filled in.
import type { Table } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useMessages } from '#i18n/language.tsx'
import { AccessField } from '#screens/tables/create/access-field.tsx'
import { ColumnRows } from '#screens/tables/create/column-rows.tsx'
import { onEnter } from '#screens/tables/create/enter.ts'
import { newTableOf, type TableDraft } from '#screens/tables/create/table-draft.ts'
import { useTrial } from '#screens/tables/create/use-trial.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import classes from './import.module.css'
import { messages } from './messages.ts'

/** NewTableFields change the draft of a table; the server tries it while it is typed, unless it is being made or was made. */
export function NewTableFields({
  projectId,
  tables,
  draft,
  isTried,
  onChange,
}: {
  readonly projectId: string
  readonly tables: readonly Table[]
  readonly draft: TableDraft
  readonly isTried: boolean
  readonly onChange: (draft: TableDraft) => void
}) {
  const m = useMessages(messages)
  const may = useMay(projectId)
  const { problems, rest } = useTrial(projectId, newTableOf(draft), isTried)
  return (
    <>
      <Field label={m.name} hint={m.types} error={problems.get('name')}>
        <Input
          required
          maxLength={62}
          autoComplete="off"
          value={draft.name}
          onKeyDown={onEnter}
          onValueChange={(name) => onChange({ ...draft, name })}
        />
      </Field>
      <ColumnRows
        rows={draft.rows}
        tables={tables}
        problems={problems}
        onChange={(rows) => onChange({ ...draft, rows })}
      />
      {may('policies:write') ? (
        <AccessField draft={draft} onChange={(access) => onChange({ ...draft, access })} />
      ) : null}
      {rest.map((sentence) => (
        <p key={sentence} className={classes.outcome} data-state="failed">
          {sentence}
        </p>
      ))}
    </>
  )
}

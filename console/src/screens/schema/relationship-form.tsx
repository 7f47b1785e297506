// The form of a relationship.
import { useState } from 'react'
import type { OnDelete, Relationship, Table } from '#api/client/schemas.ts'
import { createRelationship, type SchemaAct, updateRelationship } from '#api/data/schema.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { ON_DELETES } from './column-draft.ts'
import { messages } from './messages.ts'
import { Review } from './review.tsx'
import type { FormProps } from './table-form.tsx'

/** LinkStart is what of a new relationship is known already. */
export interface LinkStart {
  readonly column?: string | undefined
  readonly target?: string | undefined
  readonly targetColumn?: string | undefined
}

/** RelationshipForm adds a relationship from a table to another one, or changes `link`. */
export function RelationshipForm({
  projectId,
  table,
  tables,
  link,
  start,
  onDone,
  onClose,
}: FormProps & {
  readonly table: Table
  readonly tables: readonly Table[]
  readonly link?: Relationship
  readonly start?: LinkStart | undefined
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const [column, setColumn] = useState(link?.from_column ?? start?.column)
  const [target, setTarget] = useState(link?.to_table ?? start?.target)
  const [targetColumn, setTargetColumn] = useState(link?.to_column ?? start?.targetColumn ?? 'id')
  const [name, setName] = useState(link?.name ?? '')
  const [rule, setRule] = useState<OnDelete>(link?.on_delete ?? 'restrict')
  const [act, setAct] = useState<SchemaAct>()
  const title = link === undefined ? m.newRelationship : m.changeRelationship(link.name)
  const named = name.trim() === '' ? {} : { name }
  const submit = () => {
    if (link !== undefined) setAct(updateRelationship(projectId, link, { ...named, on_delete: rule }))
    else if (column !== undefined && target !== undefined)
      setAct(
        createRelationship(projectId, {
          ...named,
          from_table: table.slug,
          from_column: column,
          to_table: target,
          to_column: targetColumn,
          on_delete: rule,
        }),
      )
  }
  if (act !== undefined)
    return (
      <Review
        projectId={projectId}
        act={act}
        title={title}
        action={link === undefined ? m.newRelationship : m.change}
        onDone={onDone}
        onClose={() => setAct(undefined)}
      />
    )
  const columns = table.columns.filter(({ is_system }) => !is_system)
  const targets = tables.find(({ slug }) => slug === target)?.columns ?? []
  const choices = (names: readonly { readonly name: string }[]) =>
    names.map(({ name }) => ({ value: name, label: name }))
  return (
    <FormDialog
      title={title}
      action={m.review}
      ready={column !== undefined && target !== undefined}
      busy={false}
      onSubmit={submit}
      onClose={onClose}
    >
      {link === undefined ? (
        <>
          <Combobox
            label={m.fields.fromColumn}
            placeholder={m.fields.fromColumn}
            search={common.actions.search}
            choices={choices(columns)}
            value={column}
            onChange={setColumn}
          />
          <Combobox
            label={m.fields.toTable}
            placeholder={m.fields.toTable}
            search={common.actions.search}
            choices={tables.map(({ slug, name }) => ({ value: slug, label: name }))}
            value={target}
            onChange={setTarget}
          />
          <Combobox
            label={m.fields.toColumn}
            search={common.actions.search}
            choices={choices(targets)}
            value={targetColumn}
            onChange={setTargetColumn}
          />
        </>
      ) : null}
      <Field label={m.fields.onDelete} hint={m.onDeleteHints[rule]}>
        <Select
          choices={ON_DELETES.map((value) => ({ value, label: m.onDelete[value] }))}
          value={rule}
          onChange={setRule}
        />
      </Field>
      <Field label={m.fields.name} hint={m.fields.relationshipHint}>
        <Input maxLength={62} autoComplete="off" value={name} onValueChange={setName} />
      </Field>
    </FormDialog>
  )
}

// The form of a relationship.
import { useState } from 'react'
import { createRelationship, type SchemaAct, updateRelationship } from '#api/schema.ts'
import type { OnDelete, Relationship, Table } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { ON_DELETES } from './column-draft.ts'
import { Review } from './review.tsx'
import type { FormProps } from './table-form.tsx'

/** RelationshipForm adds a relationship from a table to another one, or changes `link`. */
export function RelationshipForm({
  projectId,
  table,
  tables,
  link,
  onDone,
  onClose,
}: FormProps & {
  readonly table: Table
  readonly tables: readonly Table[]
  readonly link?: Relationship
}) {
  const { m } = useLanguage()
  const [column, setColumn] = useState(link?.from_column)
  const [target, setTarget] = useState(link?.to_table)
  const [targetColumn, setTargetColumn] = useState(link?.to_column ?? 'id')
  const [name, setName] = useState(link?.name ?? '')
  const [rule, setRule] = useState<OnDelete>(link?.on_delete ?? 'restrict')
  const [act, setAct] = useState<SchemaAct>()
  const title = link === undefined ? m.schema.newRelationship : m.schema.changeRelationship(link.name)
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
        action={link === undefined ? m.schema.newRelationship : m.schema.change}
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
      action={m.schema.review.open}
      ready={column !== undefined && target !== undefined}
      busy={false}
      onSubmit={submit}
      onClose={onClose}
    >
      {link === undefined ? (
        <>
          <Combobox
            label={m.schema.fields.fromColumn}
            placeholder={m.schema.fields.fromColumn}
            search={m.common.actions.search}
            choices={choices(columns)}
            value={column}
            onChange={setColumn}
          />
          <Combobox
            label={m.schema.fields.toTable}
            placeholder={m.schema.fields.toTable}
            search={m.common.actions.search}
            choices={tables.map(({ slug, name }) => ({ value: slug, label: name }))}
            value={target}
            onChange={setTarget}
          />
          <Combobox
            label={m.schema.fields.toColumn}
            search={m.common.actions.search}
            choices={choices(targets)}
            value={targetColumn}
            onChange={setTargetColumn}
          />
        </>
      ) : null}
      <Field label={m.schema.fields.onDelete} hint={m.schema.onDeleteHints[rule]}>
        <Select
          choices={ON_DELETES.map((value) => ({ value, label: m.schema.onDelete[value] }))}
          value={rule}
          onChange={setRule}
        />
      </Field>
      <Field label={m.schema.fields.name} hint={m.schema.fields.relationshipHint}>
        <Input maxLength={62} autoComplete="off" value={name} onValueChange={setName} />
      </Field>
    </FormDialog>
  )
}

// The form of a relationship.
import type { OnDelete, Relationship, Table } from '#api/client/schemas.ts'
import { ON_DELETES } from '#api/data/column-draft.ts'
import { createRelationship, updateRelationship } from '#api/data/schema.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { onDelete } from '#i18n/on-delete.ts'
import { messages } from '#screens/schema/messages.ts'
import { ReviewedForm } from '#screens/schema/review/reviewed-form.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
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
  const rules = useMessages(onDelete)
  const { common } = useLanguage()
  const { draft, dirty, change } = useDraft(() => ({
    column: link?.from_column ?? start?.column,
    target: link?.to_table ?? start?.target,
    targetColumn: link?.to_column ?? start?.targetColumn ?? 'id',
    name: link?.name ?? '',
    rule: link?.on_delete ?? ('restrict' as OnDelete),
  }))
  const { column, target, targetColumn, name, rule } = draft
  const title = link === undefined ? m.newRelationship : m.changeRelationship(link.name)
  const named = name.trim() === '' ? {} : { name }
  const act = () =>
    link === undefined
      ? createRelationship(projectId, {
          ...named,
          from_table: table.slug,
          from_column: column ?? '',
          to_table: target ?? '',
          to_column: targetColumn,
          on_delete: rule,
        })
      : updateRelationship(projectId, link, { ...named, on_delete: rule })
  const columns = table.columns.filter(({ is_system }) => !is_system)
  const targets = tables.find(({ slug }) => slug === target)?.columns ?? []
  const choices = (names: readonly { readonly name: string }[]) =>
    names.map(({ name }) => ({ value: name, label: name }))
  return (
    <ReviewedForm
      title={title}
      action={link === undefined ? m.newRelationship : m.change}
      ready={column !== undefined && target !== undefined}
      dirty={dirty}
      act={act}
      onDone={onDone}
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
            onChange={(column) => change({ column })}
          />
          <Combobox
            label={m.fields.toTable}
            placeholder={m.fields.toTable}
            search={common.actions.search}
            choices={tables.map(({ slug, name }) => ({ value: slug, label: name }))}
            value={target}
            onChange={(target) => change({ target })}
          />
          <Combobox
            label={m.fields.toColumn}
            search={common.actions.search}
            choices={choices(targets)}
            value={targetColumn}
            onChange={(targetColumn) => change({ targetColumn })}
          />
        </>
      ) : null}
      <Field label={m.fields.onDelete} hint={m.onDeleteHints[rule]}>
        <Select
          choices={ON_DELETES.map((value) => ({ value, label: rules[value] }))}
          value={rule}
          onChange={(rule) => change({ rule })}
        />
      </Field>
      <Field label={m.fields.name} hint={m.fields.relationshipHint}>
        <Input maxLength={62} autoComplete="off" value={name} onValueChange={(name) => change({ name })} />
      </Field>
    </ReviewedForm>
  )
}

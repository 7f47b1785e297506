// The filter builder, and the request that it makes.
import { inShell } from '@msingi/snippets/curl'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { Table } from '#api/client/schemas.ts'
import { pathOf } from '#api/data/rows.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/tables/messages.ts'
import { useTables } from '#screens/tables/search.ts'
import { Button } from '#ui/buttons/button.tsx'
import { CopyField } from '#ui/buttons/copy-button.tsx'
import type { Choice } from '#ui/forms/choices.ts'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import classes from './filter-panel.module.css'
import {
  type Condition,
  emptyGroup,
  type Group,
  hasValue,
  isGroup,
  newKey,
  OPERATORS,
  type Operator,
  readWhere,
  whereText,
} from './filter-tree.ts'

/** FilterPanel changes the filter in the address. */
export function FilterPanel({ table, onClose }: { readonly table: Table; readonly onClose: () => void }) {
  const m = useMessages(messages)
  const { projectId, search, change } = useTables()
  const first = table.columns.find(({ is_system }) => !is_system) ?? table.columns[0]
  const columns = table.columns.map(({ name }) => ({ value: name, label: name }))
  const start = (): Condition => ({ key: newKey(), column: first?.name ?? 'id', operator: 'eq', value: '' })
  const [group, setGroup] = useState(() => {
    const read = readWhere(search.where)
    return read?.items.length === 0 ? { ...read, items: [start()] } : read
  })
  const where = group === undefined ? search.where : whereText(group)
  const { order, deleted } = search
  const path = pathOf({ projectId, slug: table.slug }, { where, order, deleted })
  const footer = (
    <>
      <Button onClick={() => change({ where: undefined, panel: undefined })}>{m.filter.clear}</Button>
      <Button kind="primary" onClick={() => change({ where, panel: undefined })}>
        {m.filter.apply}
      </Button>
    </>
  )
  return (
    <Drawer open title={m.filter.title} about={m.filter.about} onClose={onClose} footer={footer}>
      {group === undefined ? (
        <p>{m.filter.unreadable}</p>
      ) : (
        <GroupEditor group={group} columns={columns} start={start} onChange={setGroup} />
      )}
      <section className={classes.request}>
        <h3>{m.filter.address}</h3>
        <CopyField text={location.origin + path} what={m.filter.address} />
        <h3>{m.filter.curl}</h3>
        <CopyField text={curlOf(path)} what={m.filter.curl} />
      </section>
    </Drawer>
  )
}

function curlOf(path: string): string {
  return `curl -H "X-PLATFORM-API-Key: $KEY" ${inShell(location.origin + path)}`
}

interface GroupEditorProps {
  readonly group: Group
  readonly columns: readonly Choice[]
  readonly start: () => Condition
  readonly onChange: (group: Group) => void
  readonly onRemove?: () => void
}

function GroupEditor({ group, columns, start, onChange, onRemove }: GroupEditorProps) {
  const m = useMessages(messages)
  const { items } = group
  const replace = (at: number, ...by: (Condition | Group)[]) =>
    onChange({ ...group, items: items.toSpliced(at, 1, ...by) })
  const add = (item: Condition | Group) => onChange({ ...group, items: [...items, item] })
  const joins = (['and', 'or'] as const).flatMap((join) => [
    { value: join, label: m.filter.groups[join] },
    { value: `not.${join}`, label: `${m.filter.not} ${m.filter.groups[join]}` },
  ])
  const setJoin = (text: string) =>
    onChange({ ...group, not: text.startsWith('not.'), join: text.endsWith('or') ? 'or' : 'and' })
  return (
    <fieldset className={classes.group}>
      <legend className="visually-hidden">{m.filter.match}</legend>
      <div className={classes.line}>
        <Select
          label={m.filter.match}
          choices={joins}
          value={`${group.not ? 'not.' : ''}${group.join}`}
          onChange={setJoin}
        />
        {onRemove === undefined ? null : <Remove onRemove={onRemove} />}
      </div>
      {items.map((item, at) =>
        isGroup(item) ? (
          <GroupEditor
            key={item.key}
            group={item}
            columns={columns}
            start={start}
            onChange={(next) => replace(at, next)}
            onRemove={() => replace(at)}
          />
        ) : (
          <ConditionEditor
            key={item.key}
            condition={item}
            columns={columns}
            onChange={(next) => replace(at, next)}
            onRemove={() => replace(at)}
          />
        ),
      )}
      <div className={classes.line}>
        <Button kind="quiet" onClick={() => add(start())}>
          <Plus aria-hidden />
          {m.filter.addCondition}
        </Button>
        <Button kind="quiet" onClick={() => add({ ...emptyGroup(), join: 'or', items: [start()] })}>
          <Plus aria-hidden />
          {m.filter.addGroup}
        </Button>
      </div>
    </fieldset>
  )
}

function ConditionEditor({
  condition,
  columns,
  onChange,
  onRemove,
}: {
  readonly condition: Condition
  readonly columns: readonly Choice[]
  readonly onChange: (condition: Condition) => void
  readonly onRemove: () => void
}) {
  const m = useMessages(messages)
  const { column, operator, value } = condition
  const operators = OPERATORS.map((value) => ({ value, label: m.filter.operators[value] }))
  return (
    <div className={classes.condition}>
      <Select
        label={m.filter.column}
        choices={columns}
        value={column}
        onChange={(column) => onChange({ ...condition, column })}
      />
      <Select<Operator>
        label={m.filter.operator}
        choices={operators}
        value={operator}
        onChange={(operator) => onChange({ ...condition, operator })}
      />
      {hasValue(operator) ? (
        <Input
          aria-label={m.filter.value}
          placeholder={m.filter.value}
          value={value}
          autoComplete="off"
          onValueChange={(value) => onChange({ ...condition, value })}
        />
      ) : null}
      <Remove onRemove={onRemove} />
    </div>
  )
}

function Remove({ onRemove }: { readonly onRemove: () => void }) {
  const m = useMessages(messages)
  return (
    <Button kind="quiet" size="icon" aria-label={m.filter.remove} onClick={onRemove}>
      <X aria-hidden />
    </Button>
  )
}

// One filter while it is made or changed: a condition, or a group of them.
import { Plus, X } from 'lucide-react'
import type { GridColumn } from '#grid/columns.ts'
import { isTemporal, localOf } from '#grid/temporal.ts'
import { TemporalInput } from '#grid/temporal-input.tsx'
import { useMessages } from '#i18n/language.tsx'
import { ReferenceInput } from '#screens/tables/row/reference-input.tsx'
import { useTables } from '#screens/tables/search.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import classes from './filter.module.css'
import {
  type Condition,
  emptyGroup,
  type Group,
  hasValue,
  isGroup,
  isOne,
  newKey,
  type Operator,
  operatorsOf,
} from './filter-tree.ts'
import { messages } from './messages.ts'

/** FilterFormProps are the filter, and the columns of its table. */
export interface FilterFormProps<Item extends Condition | Group = Condition | Group> {
  readonly item: Item
  readonly columns: readonly GridColumn[]
  readonly onChange: (item: Condition | Group) => void
}

/** FilterForm changes a filter; a condition becomes a group where another one is added to it. */
export function FilterForm({ item, columns, onChange }: FilterFormProps) {
  const m = useMessages(messages)
  if (isGroup(item)) return <GroupEditor item={item} columns={columns} onChange={onChange} />
  const widen = () => onChange({ ...emptyGroup(), join: 'or', items: [item, firstCondition(columns)] })
  return (
    <div className={classes.form}>
      <ConditionEditor item={item} columns={columns} onChange={onChange} />
      <div className={classes.line}>
        <Button kind="quiet" onClick={widen}>
          <Plus aria-hidden />
          {m.addGroup}
        </Button>
      </div>
    </div>
  )
}

/** firstCondition returns the condition that a new filter begins with. */
export function firstCondition(columns: readonly GridColumn[]): Condition {
  const column = columns.find(({ name }) => name !== 'id') ?? columns[0]
  return withColumn({ key: newKey(), column: '', operator: 'eq', value: '' }, column)
}

// What can be kept of a condition when its column changes.
function withColumn(condition: Condition, column: GridColumn | undefined): Condition {
  const { operator } = condition
  return {
    ...condition,
    column: column?.name ?? condition.column,
    operator: operatorsOf(column?.kind).includes(operator) ? operator : 'eq',
    value: column === undefined ? '' : (valuesOf(column)[0] ?? ''),
  }
}

// What is chosen of few values is one of them, also where there was none or a list.
function withOperator(condition: Condition, operator: Operator, column: GridColumn | undefined): Condition {
  const values = column === undefined || !isOne(operator) ? [] : valuesOf(column)
  const isKept = values.includes(condition.value)
  return { ...condition, operator, value: isKept ? condition.value : (values[0] ?? condition.value) }
}

function valuesOf({ kind, choices }: GridColumn): readonly string[] {
  return kind === 'boolean' ? ['true', 'false'] : (choices ?? [])
}

function GroupEditor({
  item: group,
  columns,
  onChange,
  onRemove,
}: FilterFormProps<Group> & { readonly onRemove?: () => void }) {
  const m = useMessages(messages)
  const { items } = group
  const replace = (at: number, ...by: (Condition | Group)[]) =>
    onChange({ ...group, items: items.toSpliced(at, 1, ...by) })
  const add = (item: Condition | Group) => onChange({ ...group, items: [...items, item] })
  const joins = (['and', 'or'] as const).flatMap((join) => [
    { value: join, label: m.groups[join] },
    { value: `not.${join}`, label: `${m.not} ${m.groups[join]}` },
  ])
  const setJoin = (text: string) =>
    onChange({ ...group, not: text.startsWith('not.'), join: text.endsWith('or') ? 'or' : 'and' })
  return (
    <fieldset className={classes.group}>
      <legend className="visually-hidden">{m.match}</legend>
      <div className={classes.line}>
        <Select
          label={m.match}
          choices={joins}
          value={`${group.not ? 'not.' : ''}${group.join}`}
          onChange={setJoin}
        />
        {onRemove === undefined ? null : <Remove onRemove={onRemove} />}
      </div>
      {items.map((item, at) => {
        const props = {
          columns,
          onChange: (next: Condition | Group) => replace(at, next),
          onRemove: () => replace(at),
        }
        return isGroup(item) ? (
          <GroupEditor key={item.key} item={item} {...props} />
        ) : (
          <ConditionEditor key={item.key} item={item} {...props} />
        )
      })}
      <div className={classes.line}>
        <Button kind="quiet" onClick={() => add(firstCondition(columns))}>
          <Plus aria-hidden />
          {m.addCondition}
        </Button>
        <Button
          kind="quiet"
          onClick={() => add({ ...emptyGroup(), join: 'or', items: [firstCondition(columns)] })}
        >
          <Plus aria-hidden />
          {m.addGroup}
        </Button>
      </div>
    </fieldset>
  )
}

function ConditionEditor({
  item: condition,
  columns,
  onChange,
  onRemove,
}: FilterFormProps<Condition> & { readonly onRemove?: () => void }) {
  const m = useMessages(messages)
  const { operator } = condition
  const column = columns.find(({ name }) => name === condition.column)
  const known = operatorsOf(column?.kind)
  const operators = known.includes(operator) ? known : [...known, operator]
  return (
    <div className={classes.condition}>
      <div className={classes.pair}>
        <div>
          <Select
            label={m.column}
            choices={columns.map(({ name }) => ({ value: name, label: name }))}
            value={condition.column}
            onChange={(name) =>
              onChange(
                withColumn(
                  condition,
                  columns.find((one) => one.name === name),
                ),
              )
            }
          />
        </div>
        <div>
          <Select<Operator>
            label={m.operator}
            choices={operators.map((value) => ({ value, label: m.operators[value] }))}
            value={operator}
            onChange={(next) => onChange(withOperator(condition, next, column))}
          />
        </div>
        {onRemove === undefined ? null : <Remove onRemove={onRemove} />}
      </div>
      {hasValue(operator) ? (
        <ValueInput
          column={column}
          condition={condition}
          onChange={(value) => onChange({ ...condition, value })}
        />
      ) : null}
    </div>
  )
}

// One value is chosen as its type is; lists and patterns are written.
function ValueInput({
  column,
  condition: { operator, value },
  onChange,
}: {
  readonly column: GridColumn | undefined
  readonly condition: Condition
  readonly onChange: (value: string) => void
}) {
  const m = useMessages(messages)
  const { projectId } = useTables()
  if (column !== undefined && isOne(operator)) {
    const { kind, name, reference } = column
    const values = valuesOf(column)
    if (values.includes(value))
      return (
        <Select
          label={m.value}
          choices={values.map((one) => ({ value: one, label: one }))}
          value={value}
          onChange={onChange}
        />
      )
    if (isTemporal(kind) && (value === '' || localOf(kind, value) !== ''))
      return <TemporalInput kind={kind} name={name} text={value} onText={onChange} clears />
    if (reference !== undefined)
      return (
        <ReferenceInput
          projectId={projectId}
          table={reference}
          label={m.value}
          text={value}
          onText={onChange}
          onPick={onChange}
        />
      )
  }
  return (
    <Input
      aria-label={m.value}
      placeholder={m.value}
      value={value}
      autoComplete="off"
      inputMode={isOne(operator) && column?.kind === 'number' ? 'decimal' : undefined}
      onValueChange={onChange}
    />
  )
}

function Remove({ onRemove }: { readonly onRemove: () => void }) {
  const m = useMessages(messages)
  return (
    <Button kind="quiet" size="icon" aria-label={m.remove} onClick={onRemove}>
      <X aria-hidden />
    </Button>
  )
}

// The indexes of several columns of a new table.
import { Plus, X } from 'lucide-react'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import classes from './create.module.css'
import { messages } from './messages.ts'
import { filledIndexes, joinable, nextKey, type TableDraft, type TypedIndex } from './table-draft.ts'

/** IndexRows changes them; `problems` are those of fields by their path. */
export function IndexRows({
  draft,
  problems,
  onChange,
}: {
  readonly draft: TableDraft
  readonly problems: ReadonlyMap<string, string>
  readonly onChange: (indexes: readonly TypedIndex[]) => void
}) {
  const m = useMessages(messages)
  const { indexes } = draft
  const names = joinable(draft)
  const filled = filledIndexes(indexes)
  const replace = (index: TypedIndex, by: readonly TypedIndex[]) =>
    onChange(indexes.flatMap((one) => (one === index ? by : [one])))
  return (
    <fieldset className={classes.part}>
      <legend>{m.indexes}</legend>
      <p className={classes.note}>{m.indexesHint}</p>
      <div className={classes.indexes}>
        {indexes.map((index, at) => (
          <IndexRow
            key={index.key}
            index={index}
            at={at}
            names={names}
            problem={problems.get(`indexes.${filled.indexOf(index)}`)}
            onChange={(changes) => replace(index, [{ ...index, ...changes }])}
            onRemove={() => replace(index, [])}
          />
        ))}
        <Button onClick={() => onChange([...indexes, { key: nextKey(indexes), columns: [], unique: false }])}>
          <Plus aria-hidden />
          {m.addIndex}
        </Button>
      </div>
    </fieldset>
  )
}

function IndexRow({
  index: { columns, unique },
  at,
  names,
  problem,
  onChange,
  onRemove,
}: {
  readonly index: TypedIndex
  readonly at: number
  readonly names: ReadonlyMap<string, string>
  readonly problem: string | undefined
  readonly onChange: (changes: Partial<TypedIndex>) => void
  readonly onRemove: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const shown = columns.filter((column) => names.has(column))
  const rest = [...names].filter(([value]) => !columns.includes(value))
  return (
    <fieldset className={classes.index} aria-label={m.index(at + 1)}>
      {shown.map((column) => (
        <Button
          key={column}
          aria-label={m.removeFrom(names.get(column) ?? '')}
          onClick={() => onChange({ columns: shown.filter((one) => one !== column) })}
        >
          {names.get(column)}
          <X aria-hidden />
        </Button>
      ))}
      <div className={classes.addColumn}>
        <Combobox
          label={m.addColumn}
          search={common.actions.search}
          choices={rest.map(([value, label]) => ({ value, label }))}
          value={undefined}
          onChange={(column) => onChange({ columns: [...shown, column] })}
        />
      </div>
      <Checkbox label={m.unique} checked={unique} onChange={(unique) => onChange({ unique })} />
      <Button kind="quiet" size="icon" aria-label={m.removeIndex} title={m.removeIndex} onClick={onRemove}>
        <X aria-hidden />
      </Button>
      {problem === undefined ? null : <p className={classes.problem}>{problem}</p>}
    </fieldset>
  )
}

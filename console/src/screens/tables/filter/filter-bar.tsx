// The filters of the rows that are shown, each as a chip: made, changed and removed here, and kept in the address.
import { inShell } from '@msingi/snippets/curl'
import { Copy, Plus, SquareTerminal, X } from 'lucide-react'
import { type RefObject, useId, useMemo, useState } from 'react'
import type { Table } from '#api/client/schemas.ts'
import { pathOf } from '#api/data/rows.ts'
import type { GridColumn } from '#grid/columns.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { useTables } from '#screens/tables/search.ts'
import { Button } from '#ui/buttons/button.tsx'
import { copy } from '#ui/overlays/copy.ts'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import classes from './filter.module.css'
import { FilterForm, firstCondition } from './filter-form.tsx'
import {
  type Condition,
  type Group,
  hasValue,
  isComplete,
  isGroup,
  itemsOf,
  readWhere,
  whereOf,
} from './filter-tree.ts'
import { type FilterMessages, messages } from './messages.ts'

/** FilterBar changes the filter in the address; `columns` are all of the table, and `button` adds the first filter. */
export function FilterBar({
  table,
  columns,
  button,
}: {
  readonly table: Table
  readonly columns: readonly GridColumn[]
  readonly button: RefObject<HTMLElement | null>
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { projectId, search, change } = useTables()
  const { where, order, deleted } = search
  const [opened, setOpened] = useState<{ readonly at: number; readonly chip: Element }>()
  const [plus, setPlus] = useState<HTMLElement | null>(null)
  const read = useMemo(() => readWhere(where), [where])
  const items = read === undefined ? undefined : itemsOf(read)
  const close = () => {
    setOpened(undefined)
    if (search.panel === 'filter') void change({ panel: undefined })
  }
  const set = (items: Group['items']) => {
    setOpened(undefined)
    const where = whereOf(items)
    void change({ where, panel: undefined })
    // The chip that had the focus is another one then, or all of this is gone.
    const next = where === undefined ? button.current : plus
    next?.focus()
  }
  const remove = (at: number) => set(items?.toSpliced(at, 1) ?? [])
  const copyOut = async (text: string) => {
    if (await copy(text)) toast(common.actions.copied)
  }
  const address = location.origin + pathOf({ projectId, slug: table.slug }, { where, order, deleted })
  const changed = opened === undefined ? undefined : items?.[opened.at]
  return (
    <section className={classes.bar} aria-label={m.bar}>
      {items === undefined ? <p className={classes.unreadable}>{m.unreadable}</p> : null}
      {items?.map((item, at) => {
        const text = textOf(item, m)
        return (
          <span key={item.key} className={classes.chip}>
            <button
              type="button"
              title={text}
              onClick={({ currentTarget }) => setOpened({ at, chip: currentTarget })}
              onKeyDown={({ key }) => (key === 'Delete' || key === 'Backspace') && remove(at)}
            >
              {text}
            </button>
            <button type="button" aria-label={m.removeFilter(text)} onClick={() => remove(at)}>
              <X aria-hidden />
            </button>
          </span>
        )
      })}
      {items === undefined ? null : (
        <Button ref={setPlus} kind="quiet" onClick={() => change({ panel: 'filter' })}>
          <Plus aria-hidden />
          {m.add}
        </Button>
      )}
      {where === undefined ? null : (
        <>
          <Button kind="quiet" onClick={() => set([])}>
            {m.clear}
          </Button>
          <Menu label={m.more}>
            <MenuItem icon={<Copy aria-hidden />} onSelect={() => copyOut(address)}>
              {m.address}
            </MenuItem>
            <MenuItem icon={<SquareTerminal aria-hidden />} onSelect={() => copyOut(curlOf(address))}>
              {m.curl}
            </MenuItem>
          </Menu>
        </>
      )}
      {items !== undefined && opened !== undefined && changed !== undefined ? (
        <Edit
          key={changed.key}
          title={m.change}
          anchor={opened.chip}
          item={changed}
          columns={columns}
          onDone={(next) => set(items.toSpliced(opened.at, 1, next))}
          onClose={close}
        />
      ) : null}
      {items !== undefined && search.panel === 'filter' && plus !== null ? (
        <Edit
          title={m.add}
          anchor={plus}
          item={firstCondition(columns)}
          columns={columns}
          onDone={(next) => set([...items, next])}
          onClose={close}
        />
      ) : null}
    </section>
  )
}

function Edit({
  title,
  anchor,
  item: before,
  columns,
  onDone,
  onClose,
}: {
  readonly title: string
  readonly anchor: Element
  readonly item: Condition | Group
  readonly columns: readonly GridColumn[]
  readonly onDone: (item: Condition | Group) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const [item, setItem] = useState(before)
  const id = useId()
  const ready = isComplete(item, columns)
  const footer = (
    <>
      <Button onClick={onClose}>{common.actions.cancel}</Button>
      <Button kind="primary" type="submit" form={id} disabled={!ready}>
        {m.apply}
      </Button>
    </>
  )
  return (
    <Popover open anchor={anchor} onOpen={onClose} title={title} footer={footer}>
      <form
        id={id}
        className={classes.edit}
        onSubmit={(event) => {
          event.preventDefault()
          if (ready) onDone(item)
        }}
      >
        <FilterForm item={item} columns={columns} onChange={setItem} />
      </form>
    </Popover>
  )
}

function textOf(item: Condition | Group, m: FilterMessages): string {
  if (!isGroup(item)) {
    const { column, operator, value } = item
    return `${column} ${m.short[operator]}${hasValue(operator) ? ` ${value === '' ? '“”' : value}` : ''}`
  }
  const texts = item.items.map((one) => (isGroup(one) ? `(${textOf(one, m)})` : textOf(one, m)))
  return `${item.not ? `${m.not} ` : ''}${m.groups[item.join]}: ${texts.join(', ')}`
}

function curlOf(address: string): string {
  return `curl -H "X-PLATFORM-API-Key: $KEY" ${inShell(address)}`
}

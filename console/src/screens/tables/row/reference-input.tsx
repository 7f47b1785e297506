// A row of another table, found by its label.
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { listRows, type Row } from '#api/data/rows.ts'
import { tablesQuery } from '#api/data/tables.ts'
import { isId, shownText } from '#grid/columns.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/tables/messages.ts'
import { labelColumn } from '#screens/tables/related/label-column.ts'
import classes from './row-form.module.css'

const MOST_SHOWN = 12

/** ReferenceInputProps are the table that is referred to, and the id, or what is typed to find one. */
export interface ReferenceInputProps {
  readonly projectId: string
  readonly table: string
  readonly label: string
  readonly text: string
  readonly placeholder?: string
  /** focused has it begin with the focus, and opened. */
  readonly focused?: boolean
  readonly onText: (text: string) => void
  readonly onPick: (id: string) => void
  readonly onKey?: (event: KeyboardEvent) => void
}

/** ReferenceInput suggests rows while their label is typed, and takes an id as well. */
export function ReferenceInput(props: ReferenceInputProps) {
  const { table: slug, label, text, placeholder, focused = false, onText, onPick, onKey } = props
  const m = useMessages(messages)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(focused)
  const [at, setAt] = useState(0)
  const { rows, name } = useSuggestions(props, open)
  useLayoutEffect(() => {
    if (focused) field.current?.select()
  }, [focused])
  const pick = (row: Row | undefined) => {
    if (row === undefined) return
    onPick(row.id)
    setOpen(false)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      return setAt((at) => Math.max(0, Math.min(rows.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1))))
    }
    if (event.key === 'Enter' && open && rows[at] !== undefined && !isId(text)) {
      event.preventDefault()
      event.stopPropagation()
      return pick(rows[at])
    }
    if (event.key === 'Escape' && open && onKey === undefined) {
      event.stopPropagation()
      return setOpen(false)
    }
    onKey?.(event)
  }
  return (
    <div className={classes.reference}>
      <input
        ref={field}
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={open && rows[at] !== undefined ? `${id}-${at}` : undefined}
        className={classes.input}
        placeholder={placeholder === undefined || placeholder === '' ? m.reference.search(slug) : placeholder}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          onText(event.target.value)
          setAt(0)
          setOpen(true)
        }}
        onKeyDown={press}
      />
      <div
        id={id}
        role="listbox"
        aria-label={m.reference.search(slug)}
        hidden={!open}
        className={classes.options}
      >
        {rows.map((row, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
          <div
            key={row.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(row)}
          >
            <bdi>{shownText(row[name]) || row.id}</bdi>
            <small>{row.id.slice(-8)}</small>
          </div>
        ))}
        {rows.length === 0 ? (
          <div role="option" tabIndex={-1} aria-selected={false} aria-disabled className={classes.nothing}>
            {m.reference.none}
          </div>
        ) : null}
      </div>
    </div>
  )
}

function useSuggestions({ projectId, table: slug, text }: ReferenceInputProps, open: boolean) {
  const { data: tables = [] } = useQuery(tablesQuery(projectId))
  const table = tables.find((one) => one.slug === slug)
  const name = table === undefined ? 'id' : labelColumn(table)
  const part = isId(text) ? '' : text.trim()
  const { data: rows = [] } = useQuery({
    queryKey: ['projects', projectId, 'rows', slug, 'labels', name, part],
    queryFn: async ({ signal }) => {
      const where = part === '' || name === 'id' ? undefined : `(${name}.ilike.${patternOf(part)})`
      const order = name === 'id' ? undefined : `${name}.asc`
      return (await listRows({ projectId, slug }, { where, order, limit: MOST_SHOWN }, signal)).rows
    },
    enabled: open && table !== undefined,
    placeholderData: (before) => before,
  })
  return { rows, name }
}

function patternOf(part: string): string {
  const pattern = `%${part.replaceAll(/[\\%_*]/g, '\\$&')}%`
  return `"${pattern.replaceAll(/["\\]/g, '\\$&')}"`
}

// The menu of a column: how it is shown, and its changes, which the screen of the schema makes.
import { useNavigate } from '@tanstack/react-router'
import {
  ArrowDown,
  ArrowUp,
  ArrowUpDown,
  EyeOff,
  Pencil,
  Pin,
  PinOff,
  TextCursorInput,
  Trash2,
} from 'lucide-react'
import type { Table } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import type { GridColumn } from '#grid/columns.ts'
import { useMessages } from '#i18n/language.tsx'
import { useTables } from '#screens/tables/search.ts'
import { MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { messages } from './messages.ts'
import { useColumnView } from './use-column-view.ts'

/** ColumnItems are the items of the menu of the column `name`. */
export function ColumnItems({
  table,
  columns,
  name,
}: {
  readonly table: Table
  /** columns are those that are shown. */
  readonly columns: readonly GridColumn[]
  readonly name: string
}) {
  const m = useMessages(messages)
  const { projectId, search } = useTables()
  const view = useColumnView(columns)
  const may = useMay(projectId)
  const navigate = useNavigate()
  const order = view.orderOf(name)
  const at = view.shown.indexOf(name)
  const isOwn = table.columns.some((column) => column.name === name && !column.is_system)
  const canChange = isOwn && may('schema:write') && !table.read_only && search.as === undefined
  const lead = (act: 'rename' | 'change' | 'drop') =>
    navigate({
      to: '/projects/$projectId/schema',
      params: { projectId },
      search: { table: table.slug, column: name, act },
    })
  return (
    <>
      {order === 'asc' ? null : (
        <MenuItem icon={<ArrowUp aria-hidden />} onSelect={() => view.order(name, 'asc', false)}>
          {m.ascending}
        </MenuItem>
      )}
      {order === 'desc' ? null : (
        <MenuItem icon={<ArrowDown aria-hidden />} onSelect={() => view.order(name, 'desc', false)}>
          {m.descending}
        </MenuItem>
      )}
      {order === 'none' ? null : (
        <MenuItem icon={<ArrowUpDown aria-hidden />} onSelect={() => view.order(name, 'none', true)}>
          {m.unordered}
        </MenuItem>
      )}
      <MenuSeparator />
      {at < view.frozen ? (
        <MenuItem icon={<PinOff aria-hidden />} onSelect={() => view.freeze(at)}>
          {m.unfreeze}
        </MenuItem>
      ) : (
        <MenuItem icon={<Pin aria-hidden />} onSelect={() => view.freeze(at + 1)}>
          {m.freeze}
        </MenuItem>
      )}
      {view.shown.length === 1 ? null : (
        <MenuItem icon={<EyeOff aria-hidden />} onSelect={() => view.hide(name)}>
          {m.hide}
        </MenuItem>
      )}
      {canChange ? (
        <>
          <MenuSeparator />
          <MenuItem icon={<TextCursorInput aria-hidden />} onSelect={() => lead('rename')}>
            {m.rename}
          </MenuItem>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => lead('change')}>
            {m.change}
          </MenuItem>
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => lead('drop')}>
            {m.drop}
          </MenuItem>
        </>
      ) : null}
    </>
  )
}

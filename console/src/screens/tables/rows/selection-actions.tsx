// What can be done with the rows that are selected: open, delete, restore, remove for good.
import { Maximize2, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import type { Table } from '#api/client/schemas.ts'
import { deleteRows, purgeRows, type Row, restoreRows } from '#api/data/rows.ts'
import { useMay } from '#api/organisations/permissions.ts'
import type { Area } from '#grid/selection.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages as editMessages } from '#screens/tables/edits/messages.ts'
import type { Edits } from '#screens/tables/edits/use-edits.ts'
import { messages } from '#screens/tables/messages.ts'
import { useTables } from '#screens/tables/search.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import type { Rows } from './use-rows.ts'

const ConfirmDialog = whenShown(async () => (await import('#ui/overlays/confirm-dialog.tsx')).ConfirmDialog)

/** SelectionActions are the buttons about the selected rows. */
export function SelectionActions({
  table,
  area,
  rows: { pages },
  edits,
  isReadOnly,
  onOpen,
}: {
  readonly table: Table
  readonly area: Area
  readonly rows: Rows
  readonly edits: Edits
  readonly isReadOnly: boolean
  readonly onOpen: (row: Row) => void
}) {
  const m = useMessages(messages)
  const { undo } = useMessages(editMessages)
  const { plural } = useLanguage()
  const { projectId, search } = useTables()
  const may = useMay(projectId)
  const [asked, setAsked] = useState<'delete' | 'purge'>()
  const count = Math.min(area.bottom, (pages.count ?? 0) - 1) - area.top + 1
  const of = { projectId, slug: table.slug }
  const selected = (): Row[] =>
    Array.from({ length: Math.max(0, count) }, (_, step) => pages.rowAt(area.top + step) ?? []).flat()
  const act = async (work: 'delete' | 'purge' | 'restore') => {
    const ids = selected().map(({ id }) => id)
    if (ids.length < count) throw new Error(m.notLoaded)
    if (work === 'delete') await deleteRows(of, ids)
    else if (work === 'restore') await restoreRows(of, ids)
    else await purgeRows(of, ids)
    const texts = { delete: m.deleted, restore: m.restored, purge: m.purged }
    const text = texts[work](ids.length, plural)
    if (work === 'delete') toast(text, undefined, { label: undo, onAct: edits.remember({ deleted: ids }) })
    else toast(text)
    pages.reload(-ids.length)
  }
  const restore = useAct(m.restore(count, plural), { mutationFn: () => act('restore') })
  const first = pages.rowAt(area.top)
  if (count < 1 || first === undefined) return null
  const isDeleted = search.deleted === 'only'
  const ask = m.delete(count, plural)
  return (
    <>
      <Button onClick={() => onOpen(first)}>
        <Maximize2 aria-hidden />
        {m.open}
      </Button>
      {isReadOnly || isDeleted ? null : (
        <Button onClick={() => setAsked('delete')}>
          <Trash2 aria-hidden />
          {ask}
        </Button>
      )}
      {isDeleted && may('data:write') ? (
        <Button busy={restore.isPending} onClick={() => restore.mutate()}>
          <RotateCcw aria-hidden />
          {m.restore(count, plural)}
        </Button>
      ) : null}
      {isDeleted && may('data:purge') ? (
        <Button onClick={() => setAsked('purge')}>
          <Trash2 aria-hidden />
          {m.purge}
        </Button>
      ) : null}
      {asked === 'delete' ? (
        <ConfirmDialog
          title={`${ask}?`}
          about={m.deleteHint}
          action={ask}
          onConfirm={() => act('delete')}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
      {asked === 'purge' ? (
        <ConfirmDialog
          title={m.purgeTitle(count, plural)}
          about={m.purgeHint}
          action={m.purge}
          name={table.slug}
          onConfirm={() => act('purge')}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </>
  )
}

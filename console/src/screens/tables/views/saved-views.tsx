// Views of a table that are kept, for the viewer or for all members: filter, order and columns under a name.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import type { Table } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { itemQuery, putItem, type Whose } from '#api/project/console-items.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/tables/messages.ts'
import { useTables } from '#screens/tables/search.ts'
import classes from '#screens/tables/tables.module.css'
import { Button } from '#ui/buttons/button.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Form } from '#ui/forms/form.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { type SavedView, savedViewsOf, viewNow } from './saved-view.ts'

const keyOf = ({ id }: Table) => `views:${id}`

/** SavedViews opens, keeps and forgets views of a table. */
export function SavedViews({ table, onClose }: { readonly table: Table; readonly onClose: () => void }) {
  const m = useMessages(messages)
  return (
    <Drawer open title={m.views.title} about={m.views.about} onClose={onClose}>
      <ViewList table={table} whose="project" />
      <ViewList table={table} whose="me" />
      <SaveView table={table} />
    </Drawer>
  )
}

/** useViews returns what is kept, and `keep` that changes it; where a colleague was faster, that is a refusal to try again. */
function useViews(table: Table, whose: Whose) {
  const m = useMessages(messages)
  const client = useQueryClient()
  const { projectId } = useTables()
  const query = itemQuery(projectId, whose, keyOf(table))
  const item = useQuery(query)
  const keep = useAct(m.views.title, {
    mutationFn: async (change: (views: readonly SavedView[]) => readonly SavedView[]) => {
      const now = await client.fetchQuery({ ...query, staleTime: 0 })
      const views = change(savedViewsOf(now.value))
      return putItem(projectId, whose, keyOf(table), { value: { views }, version: now.version })
    },
    onSuccess: (next) => client.setQueryData(query.queryKey, next),
  })
  return { item, views: savedViewsOf(item.data?.value), keep }
}

function ViewList({ table, whose }: { readonly table: Table; readonly whose: Whose }) {
  const m = useMessages(messages)
  const { projectId, openTable } = useTables()
  const mayShare = useMay(projectId)('console:write')
  const { item, views, keep } = useViews(table, whose)
  if (item.isPending) return <Skeleton lines={2} />
  if (item.isError) return <ErrorState error={item.error} onRetry={item.refetch} />
  const isShared = whose === 'project'
  return (
    <section aria-label={isShared ? m.views.shared : m.views.own}>
      <h3>{isShared ? m.views.shared : m.views.own}</h3>
      {views.length === 0 ? (
        <EmptyState icon={<Bookmark aria-hidden />} title={m.views.none} />
      ) : (
        <ul>
          {views.map(({ name, ...view }) => (
            <li key={name} className={classes.view}>
              <LinkButton onClick={() => openTable(table.slug, view)}>{name}</LinkButton>
              {isShared && !mayShare ? null : (
                <Button
                  kind="quiet"
                  size="icon"
                  aria-label={m.views.remove(name)}
                  busy={keep.isPending}
                  onClick={() => keep.mutate((views) => views.filter((one) => one.name !== name))}
                >
                  <Trash2 aria-hidden />
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function SaveView({ table }: { readonly table: Table }) {
  const m = useMessages(messages)
  const { projectId, search } = useTables()
  const mayShare = useMay(projectId)('console:write')
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(true)
  const { keep } = useViews(table, isShared && mayShare ? 'project' : 'me')
  const save = () =>
    keep.mutate(
      (views) => [
        ...views.filter((one) => one.name !== name.trim()),
        { name: name.trim(), ...viewNow(search) },
      ],
      { onSuccess: () => setName('') },
    )
  return (
    <Form dirty={name.trim() !== ''} onSubmit={save} busy={keep.isPending} action={m.views.save}>
      <Field label={m.views.name} hint={m.views.nameHint}>
        <Input maxLength={100} autoComplete="off" value={name} onValueChange={setName} />
      </Field>
      {mayShare ? <Checkbox label={m.views.share} checked={isShared} onChange={setShared} /> : null}
    </Form>
  )
}

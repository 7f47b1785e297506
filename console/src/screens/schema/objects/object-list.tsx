// A list of views, functions or triggers, with one of them in full.
import type { UseQueryResult } from '@tanstack/react-query'
import { Braces, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Dependent } from '#api/client/schemas.ts'
import type { SchemaAct } from '#api/data/schema.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Review } from '#screens/schema/review/review.tsx'
import classes from '#screens/schema/schema.module.css'
import { useSchema } from '#screens/schema/search.ts'
import { Button } from '#ui/buttons/button.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import { SearchInput } from '#ui/forms/input.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { type Detail, Details } from '#ui/page/details.tsx'
import { Card, Toolbar } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './object-messages.ts'

/** FormOf is what the form of an object is given; without `object` it makes a new one. */
export interface FormOf<Item> {
  readonly object: Item | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

/** ObjectKind is what differs between views, functions and triggers. */
export interface ObjectKind<Item> {
  readonly query: UseQueryResult<Item[]>
  readonly label: string
  readonly add: string
  readonly empty: string
  readonly hint: string
  /** idOf is the name in the address. */
  readonly idOf: (item: Item) => string
  readonly columns: readonly Column<Item>[]
  readonly details: (item: Item) => readonly Detail[]
  readonly code: (item: Item) => { readonly label: string; readonly text: string } | undefined
  readonly remove: (item: Item) => SchemaAct
  readonly form: (props: FormOf<Item>) => ReactNode
}

/** ObjectList shows all objects of a kind, and changes them. */
export function ObjectList<Item>({ kind }: { readonly kind: ObjectKind<Item> }) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { projectId, search, show } = useSchema()
  const mayWrite = useMay(projectId)('schema:write')
  const [typed, setTyped] = useState('')
  const [act, setAct] = useState<'add' | 'change' | 'remove'>()
  const { query, idOf } = kind
  if (query.isPending) return <Skeleton lines={4} />
  if (query.isError) return <ErrorState error={query.error} onRetry={query.refetch} />
  const open = query.data.find((item) => idOf(item) === search.object)
  const close = () => show({ ...search, object: undefined })
  const end = () => setAct(undefined)
  const part = typed.trim().toLowerCase()
  const found = query.data.filter((item) => idOf(item).toLowerCase().includes(part))
  const add = (
    <Button onClick={() => setAct('add')}>
      <Plus aria-hidden />
      {kind.add}
    </Button>
  )
  const columns: Column<Item>[] = [
    {
      title: m.name,
      cell: (item) => (
        <LinkButton onClick={() => show({ ...search, object: idOf(item) })}>
          <code>{idOf(item)}</code>
        </LinkButton>
      ),
    },
    ...kind.columns,
  ]
  return (
    <>
      <Toolbar>
        <SearchInput label={m.search} value={typed} onChange={setTyped} />
        {mayWrite && query.data.length > 0 ? add : null}
      </Toolbar>
      <Card>
        {query.data.length === 0 ? (
          <EmptyState
            icon={<Braces aria-hidden />}
            title={kind.empty}
            hint={kind.hint}
            action={mayWrite ? add : undefined}
          />
        ) : found.length === 0 ? (
          <EmptyState title={common.states.nothing} />
        ) : (
          <Table label={kind.label} columns={columns} rows={found} rowKey={idOf} />
        )}
      </Card>
      {open === undefined || act !== undefined ? null : (
        <Drawer
          open
          title={idOf(open)}
          onClose={close}
          footer={
            mayWrite ? (
              <>
                <Button kind="danger" onClick={() => setAct('remove')}>
                  {m.drop}
                </Button>
                <Button kind="primary" onClick={() => setAct('change')}>
                  {m.change}
                </Button>
              </>
            ) : undefined
          }
        >
          <div className={classes.stack}>
            <Details items={kind.details(open)} />
            <Code {...kind.code(open)} />
          </div>
        </Drawer>
      )}
      {act === 'add' || (act === 'change' && open !== undefined)
        ? kind.form({ object: act === 'add' ? undefined : open, onDone: end, onClose: end })
        : null}
      {act === 'remove' && open !== undefined ? (
        <Review
          projectId={projectId}
          act={kind.remove(open)}
          title={m.dropOne(idOf(open))}
          action={m.drop}
          onDone={() => {
            end()
            close()
          }}
          onClose={end}
        />
      ) : null}
    </>
  )
}

function Code({ label, text }: { readonly label?: string; readonly text?: string }) {
  if (label === undefined || text === undefined) return null
  return <CodeEditor label={label} value={text} language="sql" readOnly />
}

/** Dependents names what would break without an object. */
export function Dependents({ of }: { readonly of: readonly Dependent[] }) {
  const m = useMessages(messages)
  if (of.length === 0) return m.none
  return (
    <ul>
      {of.map(({ kind, name }) => (
        <li key={`${kind} ${name}`}>
          {kind} <code>{name}</code>
        </li>
      ))}
    </ul>
  )
}

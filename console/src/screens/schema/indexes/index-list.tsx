// The indexes of a table with their size and use, and foreign keys that have none.
import { useQuery } from '@tanstack/react-query'
import { ListTree, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { IndexFigures, Table as ProjectTable, TableFigures } from '#api/client/schemas.ts'
import { dropIndex, tableFiguresQuery } from '#api/data/indexes.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Review } from '#screens/schema/review/review.tsx'
import classes from '#screens/schema/schema.module.css'
import { useSchema } from '#screens/schema/search.ts'
import { Button } from '#ui/buttons/button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { Section } from '#ui/page/section.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { IndexForm } from './index-form.tsx'
import { messages } from './messages.ts'

type Act =
  | { readonly name: 'add'; readonly columns: readonly string[] }
  | { readonly name: 'drop'; readonly index: string }

/** IndexList adds and drops the indexes of a table. */
export function IndexList({ table }: { readonly table: ProjectTable }) {
  const m = useMessages(messages)
  const { projectId } = useSchema()
  const mayWrite = useMay(projectId)('schema:write') && !table.read_only
  const [act, setAct] = useState<Act>()
  const all = useQuery(tableFiguresQuery(projectId))
  const end = () => setAct(undefined)
  if (all.isPending) return <Skeleton />
  if (all.isError) return <ErrorState error={all.error} onRetry={all.refetch} />
  const figures = all.data.find(({ slug }) => slug === table.slug)
  const add = (columns: readonly string[]) => setAct({ name: 'add', columns })
  return (
    <>
      {mayWrite && figures !== undefined ? (
        <div className={classes.bar}>
          <Button onClick={() => add([])}>
            <Plus aria-hidden />
            {m.create}
          </Button>
        </div>
      ) : null}
      {figures === undefined ? (
        <Card>
          <EmptyState icon={<ListTree aria-hidden />} title={m.none} hint={m.unavailable} />
        </Card>
      ) : (
        <div className={classes.stack}>
          <Indexes
            figures={figures}
            onDrop={mayWrite ? (index) => setAct({ name: 'drop', index }) : undefined}
          />
          <Unindexed figures={figures} onAdd={mayWrite ? add : undefined} />
        </div>
      )}
      {act?.name === 'add' ? (
        <IndexForm projectId={projectId} table={table} start={act.columns} onDone={end} onClose={end} />
      ) : null}
      {act?.name === 'drop' ? (
        <Review
          projectId={projectId}
          act={dropIndex(projectId, act.index)}
          title={m.dropTitle(act.index)}
          action={m.drop}
          onDone={end}
          onClose={end}
        />
      ) : null}
    </>
  )
}

function Indexes({
  figures,
  onDrop,
}: {
  readonly figures: TableFigures
  readonly onDrop: ((name: string) => void) | undefined
}) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { columns: titles } = m
  const columns: Column<IndexFigures>[] = [
    { title: titles.name, cell: ({ name }) => <code>{name}</code> },
    {
      title: titles.columns,
      cell: ({ columns, method }) => (
        <>
          {columns.map((name) => name ?? m.expression).join(', ')}
          {method === 'btree' ? null : ` · ${method}`}
        </>
      ),
    },
    { title: titles.size, end: true, cell: ({ bytes }) => format.bytes(bytes) },
    { title: titles.uses, end: true, cell: ({ uses }) => format.number(uses) },
    {
      title: titles.used,
      cell: ({ last_used_at }) =>
        last_used_at === null ? '—' : <Moment iso={new Date(last_used_at).toISOString()} relative />,
    },
    { title: titles.notes, cell: (index) => <Notes index={index} /> },
  ]
  if (onDrop !== undefined)
    columns.push({
      title: m.drop,
      hidden: true,
      end: true,
      cell: ({ name }) => (
        <Button kind="quiet" size="icon" aria-label={`${m.drop}: ${name}`} onClick={() => onDrop(name)}>
          <Trash2 aria-hidden />
        </Button>
      ),
    })
  const { estimated_rows, row_bytes, index_bytes } = figures
  return (
    <>
      <p>{m.sizes(format.number(estimated_rows), format.bytes(row_bytes), format.bytes(index_bytes))}</p>
      <Card>
        {figures.indexes.length === 0 ? (
          <EmptyState icon={<ListTree aria-hidden />} title={m.none} />
        ) : (
          <Table label={m.title} columns={columns} rows={figures.indexes} rowKey={({ name }) => name} />
        )}
      </Card>
      <p>{m.since}</p>
    </>
  )
}

function Notes({ index }: { readonly index: IndexFigures }) {
  const m = useMessages(messages)
  const { unique, unused, duplicate_of, condition } = index
  return (
    <>
      {unique ? <Badge>{m.unique}</Badge> : null} {unused ? <Badge tone="warning">{m.unused}</Badge> : null}{' '}
      {duplicate_of === null ? null : <Badge tone="warning">{m.duplicate(duplicate_of)}</Badge>}{' '}
      {condition === null ? null : <small>{m.condition(condition)}</small>}
    </>
  )
}

function Unindexed({
  figures,
  onAdd,
}: {
  readonly figures: TableFigures
  readonly onAdd: ((columns: readonly string[]) => void) | undefined
}) {
  const m = useMessages(messages)
  const { unindexed_foreign_keys: keys } = figures
  if (keys.length === 0) return null
  const columns: Column<(typeof keys)[number]>[] = [
    { title: m.columns.name, cell: ({ name }) => <code>{name}</code> },
    { title: m.columns.columns, cell: ({ columns }) => columns.join(', ') },
  ]
  if (onAdd !== undefined)
    columns.push({
      title: m.create,
      hidden: true,
      end: true,
      cell: ({ columns }) => (
        <Button onClick={() => onAdd(columns)}>{m.createFor(columns.join(', '))}</Button>
      ),
    })
  return (
    <Section title={m.missing} about={m.missingHint}>
      <Table label={m.missing} columns={columns} rows={keys} rowKey={({ name }) => name} />
    </Section>
  )
}

// A row as a form and as JSON, or the form of a new row.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#api/client/api-error.ts'
import type { Table } from '#api/client/schemas.ts'
import { getRow, insertRow, type Row, type TaggedRow, updateRow } from '#api/data/rows.ts'
import { type GridColumn, textOf } from '#grid/columns.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/tables/messages.ts'
import { useTables } from '#screens/tables/search.ts'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { isChanged } from '#ui/forms/changes.ts'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { Tabs } from '#ui/page/tabs.tsx'
import { changesIn, type Draft, draftOf, problemOf } from './draft.ts'
import { RowField } from './row-field.tsx'
import classes from './row-form.module.css'

/** RowDrawerProps are a table and the id of one of its rows, or `new`. */
export interface RowDrawerProps {
  readonly table: Table
  readonly columns: readonly GridColumn[]
  readonly id: string
  readonly isReadOnly: boolean
  readonly onSaved: (row: Row) => void
  readonly onClose: () => void
}

/** RowDrawer shows a row in full. */
export function RowDrawer(props: RowDrawerProps) {
  const { table, id, onClose } = props
  const m = useMessages(messages)
  const {
    projectId,
    search: { as },
  } = useTables()
  const isNew = id === 'new'
  const row = useQuery({
    queryKey: ['projects', projectId, 'rows', table.slug, 'one', id, as],
    queryFn: () => getRow({ projectId, slug: table.slug, as }, id),
    enabled: !isNew,
    // The form begins with the row as it is now.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const title = isNew ? m.form.insertTitle(table.name) : m.form.rowTitle(table.name)
  if (isNew || row.data !== undefined)
    return (
      <RowForm
        key={id}
        {...props}
        title={title}
        begun={row.data}
        onReload={async () => (await row.refetch()).data}
      />
    )
  return (
    <Drawer open title={title} onClose={onClose}>
      {row.isError ? <ErrorState error={row.error} onRetry={row.refetch} /> : <Skeleton lines={6} />}
    </Drawer>
  )
}

interface RowFormProps extends RowDrawerProps {
  readonly title: string
  readonly begun: TaggedRow | undefined
  readonly onReload: () => Promise<TaggedRow | undefined>
}

function RowForm({ table, columns, begun, isReadOnly, title, onSaved, onReload, onClose }: RowFormProps) {
  const m = useMessages(messages)
  const { projectId } = useTables()
  const [tab, setTab] = useState('form')
  const [start, setStart] = useState<Draft>(() => draftOf(columns, table.columns, begun?.row))
  const [draft, setDraft] = useState(start)
  const [tag, setTag] = useState(begun?.tag)
  const isNew = begun === undefined
  const isDirty = isChanged(draft, start)
  const wrong = columns.some((column) => {
    const field = draft[column.name]
    return field !== undefined && problemOf(column, field) !== undefined
  })
  const of = { projectId, slug: table.slug }
  const update = async (id: string): Promise<Row> => {
    try {
      return (await updateRow(of, id, changesIn(columns, start, draft), tag)).row
    } catch (error) {
      const now = error instanceof ApiError && error.status === 412 ? await onReload() : undefined
      if (now === undefined) throw error
      // What has been typed stays; everything else is as it is now.
      const fresh = draftOf(columns, table.columns, now.row)
      const typed = Object.entries(draft).filter(([name, field]) => isChanged(field, start[name]))
      setStart(fresh)
      setDraft({ ...fresh, ...Object.fromEntries(typed) })
      setTag(now.tag)
      throw new Error(m.form.changedMeanwhile)
    }
  }
  const fields = (
    <div className={classes.form}>
      {columns.map((column) => {
        const field = draft[column.name]
        const details = table.columns.find(({ name }) => name === column.name)
        if (field === undefined || details === undefined) return null
        return (
          <div key={column.name}>
            <RowField
              projectId={projectId}
              column={column}
              details={details}
              field={field}
              isNew={isNew}
              onChange={(next) => setDraft({ ...draft, [column.name]: next })}
            />
            <Follow column={column} id={begun?.row[column.name]} />
          </div>
        )
      })}
      {begun === undefined ? null : <SystemFields columns={columns} row={begun.row} />}
    </div>
  )
  const action = isNew ? m.form.insert : m.form.save
  return (
    <FormDialog
      drawer
      title={title}
      action={isReadOnly || tab === 'json' ? undefined : action}
      ready={!wrong && (isNew || isDirty)}
      dirty={isDirty}
      done={isNew ? m.form.inserted : m.form.saved}
      onSave={() =>
        begun === undefined ? insertRow(of, changesIn(columns, start, draft)) : update(String(begun.row.id))
      }
      onDone={onSaved}
      onClose={onClose}
    >
      {begun === undefined ? (
        fields
      ) : (
        <Tabs
          label={m.form.views}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'form', title: m.form.form, content: fields },
            { value: 'json', title: m.form.json, content: <RowJson row={begun.row} /> },
          ]}
        />
      )}
    </FormDialog>
  )
}

function SystemFields({ columns, row }: { readonly columns: readonly GridColumn[]; readonly row: Row }) {
  return (
    <dl className={classes.system}>
      {columns
        .filter(({ readOnly }) => readOnly)
        .map((column) => [
          <dt key={`${column.name} name`}>{column.name}</dt>,
          <dd key={column.name}>
            <SystemValue column={column} value={row[column.name]} />
          </dd>,
        ])}
    </dl>
  )
}

function SystemValue({ column, value }: { readonly column: GridColumn; readonly value: unknown }) {
  const { common } = useLanguage()
  if (value === null || value === undefined) return common.values.null
  const text = textOf(value)
  // Such as infinity.
  const isMoment = column.kind === 'moment' && !Number.isNaN(Date.parse(text))
  return isMoment ? <Moment iso={text} /> : text
}

function Follow({ column, id }: { readonly column: GridColumn; readonly id: unknown }) {
  const m = useMessages(messages)
  const { projectId, search } = useTables()
  if (column.reference === undefined || typeof id !== 'string') return null
  return (
    <Link
      to="/projects/$projectId/tables"
      params={{ projectId }}
      search={{ table: column.reference, where: `(id.eq.${id})`, row: id, as: search.as }}
      className={classes.follow}
    >
      {m.form.follow(column.reference)}
    </Link>
  )
}

function RowJson({ row }: { readonly row: Row }) {
  const m = useMessages(messages)
  const text = JSON.stringify(row, null, 2)
  return (
    <>
      <CopyButton text={text} what={m.form.json} />
      <pre className={classes.json}>{text}</pre>
    </>
  )
}

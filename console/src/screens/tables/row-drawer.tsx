// A row as a form and as JSON, or the form of a new row.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { getRow, insertRow, type Row, type TaggedRow, updateRow } from '#api/rows.ts'
import type { Table } from '#api/schemas.ts'
import { type GridColumn, textOf } from '#grid/columns.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Drawer } from '#ui/dialog.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast.tsx'
import { changesIn, type Draft, draftOf } from './draft.ts'
import { RowField } from './row-field.tsx'
import classes from './row-form.module.css'
import { useTables } from './search.ts'

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
  const { m } = useLanguage()
  const { projectId } = useTables()
  const isNew = id === 'new'
  const row = useQuery({
    queryKey: ['projects', projectId, 'rows', table.slug, 'one', id],
    queryFn: () => getRow({ projectId, slug: table.slug }, id),
    enabled: !isNew,
    // The form begins with the row as it is now.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const title = isNew ? m.tables.form.insertTitle(table.name) : m.tables.form.rowTitle(table.name)
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
  const { m } = useLanguage()
  const { projectId } = useTables()
  const form = useId()
  const [tab, setTab] = useState('form')
  const [start, setStart] = useState<Draft>(() => draftOf(columns, table.columns, begun?.row))
  const [draft, setDraft] = useState(start)
  const [tag, setTag] = useState(begun?.tag)
  const [changedMeanwhile, setChangedMeanwhile] = useState(false)
  const isNew = begun === undefined
  const isDirty = columns.some(
    ({ name }) => start[name]?.state !== draft[name]?.state || start[name]?.text !== draft[name]?.text,
  )
  const wrong = columns.some(({ name, check }) => {
    const field = draft[name]
    return field?.state === 'value' && check?.(field.text) !== undefined
  })
  const attempt = useMutation({
    mutationFn: async (): Promise<Row> => {
      const values = changesIn(columns, start, draft)
      const of = { projectId, slug: table.slug }
      return isNew ? insertRow(of, values) : (await updateRow(of, begun.row.id, values, tag)).row
    },
    onSuccess: (row) => {
      toast(isNew ? m.tables.form.inserted : m.tables.form.saved)
      onSaved(row)
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.status !== 412) return
      const now = await onReload()
      if (now === undefined) return
      // What has been typed stays; everything else is as it is now.
      const fresh = draftOf(columns, table.columns, now.row)
      const typed = Object.entries(draft).filter(
        ([name, field]) => start[name]?.state !== field.state || start[name]?.text !== field.text,
      )
      setStart(fresh)
      setDraft({ ...fresh, ...Object.fromEntries(typed) })
      setTag(now.tag)
      setChangedMeanwhile(true)
    },
  })
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])
  const close = () => {
    if (!isDirty || confirm(m.common.unsaved)) onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate()
  }
  const save = (
    <>
      <Button onClick={close}>{m.common.actions.cancel}</Button>
      <Button
        kind="primary"
        type="submit"
        form={form}
        busy={attempt.isPending}
        disabled={wrong || (!isNew && !isDirty)}
      >
        {isNew ? m.tables.form.insert : m.tables.form.save}
      </Button>
    </>
  )
  const refused = attempt.error instanceof ApiError && attempt.error.status === 412 ? null : attempt.error
  const sentences = (refused as Partial<ApiError> | null)?.errors ?? (refused ? [refused.message] : [])
  const general = sentences.filter((sentence) => !columns.some(({ name }) => isAbout(sentence, name)))
  const fields = (
    <form id={form} className={classes.form} onSubmit={submit}>
      {changedMeanwhile ? (
        <p role="alert" className={classes.notice}>
          {m.tables.form.changedMeanwhile}
        </p>
      ) : null}
      {general.map((sentence) => (
        <p key={sentence} role="alert" className={classes.error}>
          {sentence}
        </p>
      ))}
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
              error={sentences.find((sentence) => isAbout(sentence, column.name))}
              onChange={(next) => setDraft({ ...draft, [column.name]: next })}
            />
            <Follow column={column} id={begun?.row[column.name]} />
          </div>
        )
      })}
      {begun === undefined ? null : <SystemFields columns={columns} row={begun.row} />}
    </form>
  )
  const footer = isReadOnly || tab === 'json' ? undefined : save
  return (
    <Drawer open title={title} onClose={close} {...(footer === undefined ? {} : { footer })}>
      {begun === undefined ? (
        fields
      ) : (
        <Tabs
          label={m.tables.form.views}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'form', title: m.tables.form.form, content: fields },
            { value: 'json', title: m.tables.form.json, content: <RowJson row={begun.row} /> },
          ]}
        />
      )}
    </Drawer>
  )
}

// The server's sentences about a column begin with its name.
function isAbout(sentence: string, name: string): boolean {
  return new RegExp(`^(data\\.)?${name}\\b`).test(sentence)
}

function SystemFields({ columns, row }: { readonly columns: readonly GridColumn[]; readonly row: Row }) {
  const { m } = useLanguage()
  return (
    <dl className={classes.system}>
      {columns
        .filter(({ readOnly }) => readOnly)
        .map(({ name }) => [
          <dt key={`${name} name`}>{name}</dt>,
          <dd key={name}>{row[name] === null ? m.grid.null : textOf(row[name])}</dd>,
        ])}
    </dl>
  )
}

function Follow({ column, id }: { readonly column: GridColumn; readonly id: unknown }) {
  const { m } = useLanguage()
  const { projectId } = useTables()
  if (column.reference === undefined || typeof id !== 'string') return null
  return (
    <Link
      to="/projects/$projectId/tables"
      params={{ projectId }}
      search={{ table: column.reference, where: `(id.eq.${id})`, row: id }}
      className={classes.follow}
    >
      {m.tables.form.follow(column.reference)}
    </Link>
  )
}

function RowJson({ row }: { readonly row: Row }) {
  const { m } = useLanguage()
  const text = JSON.stringify(row, null, 2)
  return (
    <>
      <CopyButton text={text} what={m.tables.form.json} />
      <pre className={classes.json}>{text}</pre>
    </>
  )
}

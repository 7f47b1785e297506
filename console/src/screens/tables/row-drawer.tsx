// A row as a form and as JSON, or the form of a new row.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { ApiError } from '#api/client/api-error.ts'
import type { Table } from '#api/client/schemas.ts'
import { getRow, insertRow, type Row, type TaggedRow, updateRow } from '#api/data/rows.ts'
import { type GridColumn, textOf } from '#grid/columns.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { Tabs } from '#ui/page/tabs.tsx'
import { changesIn, type Draft, draftOf } from './draft.ts'
import { messages } from './messages.ts'
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
  const { common } = useLanguage()
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
      toast(isNew ? m.form.inserted : m.form.saved)
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
    if (!isDirty || confirm(common.unsaved)) onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate()
  }
  const save = (
    <>
      <Button onClick={close}>{common.actions.cancel}</Button>
      <Button
        kind="primary"
        type="submit"
        form={form}
        busy={attempt.isPending}
        disabled={wrong || (!isNew && !isDirty)}
      >
        {isNew ? m.form.insert : m.form.save}
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
          {m.form.changedMeanwhile}
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
          label={m.form.views}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'form', title: m.form.form, content: fields },
            { value: 'json', title: m.form.json, content: <RowJson row={begun.row} /> },
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
  const { common } = useLanguage()
  return (
    <dl className={classes.system}>
      {columns
        .filter(({ readOnly }) => readOnly)
        .map(({ name }) => [
          <dt key={`${name} name`}>{name}</dt>,
          <dd key={name}>{row[name] === null ? common.values.null : textOf(row[name])}</dd>,
        ])}
    </dl>
  )
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

// One table: its columns, its relationships, its indexes, and its SQL.
import { useQuery } from '@tanstack/react-query'
import type { Table } from '#api/client/schemas.ts'
import { previewQuery } from '#api/data/schema.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages as indexMessages } from '#screens/schema/indexes/messages.ts'
import { messages } from '#screens/schema/messages.ts'
import classes from '#screens/schema/schema.module.css'
import { useSchema } from '#screens/schema/search.ts'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { Tabs } from '#ui/page/tabs.tsx'
import { ColumnList } from './column-list.tsx'
import { RelationshipList } from './relationship-list.tsx'

const TABS = ['columns', 'relationships', 'indexes', 'sql']

const IndexList = whenShown(
  async () => (await import('#screens/schema/indexes/index-list.tsx')).IndexList,
  <Skeleton lines={5} />,
)

/** TableDetails shows a table in tabs. */
export function TableDetails({
  table,
  tables,
}: {
  readonly table: Table
  readonly tables: readonly Table[]
}) {
  const m = useMessages(messages)
  const indexes = useMessages(indexMessages)
  const { search, show } = useSchema()
  const { tab = '' } = search
  return (
    <Tabs
      label={table.name}
      value={TABS.includes(tab) ? tab : 'columns'}
      onChange={(tab) => show({ table: table.slug, tab: tab === 'columns' ? undefined : tab })}
      tabs={[
        { value: 'columns', title: m.columns, content: <ColumnList table={table} /> },
        {
          value: 'relationships',
          title: m.relationships,
          content: <RelationshipList table={table} tables={tables} />,
        },
        { value: 'indexes', title: indexes.title, content: <IndexList table={table} /> },
        { value: 'sql', title: m.sql, content: <Preview table={table} /> },
      ]}
    />
  )
}

function Preview({ table }: { readonly table: Table }) {
  const m = useMessages(messages)
  const { projectId } = useSchema()
  const preview = useQuery(previewQuery(projectId, table.id))
  if (preview.isPending) return <Skeleton />
  if (preview.isError) return <ErrorState error={preview.error} onRetry={preview.refetch} />
  const { sql, json_schema } = preview.data
  return (
    <div className={classes.stack}>
      <CodeEditor label={m.sql} value={sql} language="sql" readOnly />
      <CodeEditor
        label={m.jsonSchema}
        value={JSON.stringify(json_schema, null, 2)}
        language="json"
        readOnly
      />
    </div>
  )
}

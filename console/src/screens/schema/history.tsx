// What has changed in the schema, when, and by whom.
import { useInfiniteQuery } from '@tanstack/react-query'
import { History as HistoryIcon } from 'lucide-react'
import { useState } from 'react'
import { historyQuery } from '#api/schema.ts'
import type { SchemaChange } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import { Details } from '#ui/details.tsx'
import { Drawer } from '#ui/dialog.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Moment } from '#ui/moment.tsx'
import { Card } from '#ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'

/** History lists the changes of a schema, the latest first. */
export function History({ projectId }: { readonly projectId: string }) {
  const { m } = useLanguage()
  const history = useInfiniteQuery(historyQuery(projectId))
  const [opened, setOpened] = useState<SchemaChange>()
  if (history.isPending) return <Skeleton lines={6} />
  if (history.isError) return <ErrorState error={history.error} onRetry={history.refetch} />
  const changes = history.data.pages.flat()
  const columns: Column<SchemaChange>[] = [
    { title: m.schema.version, end: true, cell: ({ version }) => version },
    {
      title: m.schema.kind,
      cell: (change) => (
        <LinkButton onClick={() => setOpened(change)}>
          {[change.kind, change.operation.table].filter((part) => typeof part === 'string').join(' ')}
        </LinkButton>
      ),
    },
    { title: m.schema.author, cell: ({ author }) => author.email },
    { title: m.schema.when, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
  ]
  return (
    <>
      <Card>
        {changes.length === 0 ? (
          <EmptyState
            icon={<HistoryIcon aria-hidden />}
            title={m.schema.noHistory}
            hint={m.schema.noHistoryHint}
          />
        ) : (
          <Table
            label={m.schema.history}
            columns={columns}
            rows={changes}
            rowKey={({ version }) => String(version)}
            onMore={history.hasNextPage ? () => history.fetchNextPage() : undefined}
            loadingMore={history.isFetchingNextPage}
          />
        )}
      </Card>
      {opened === undefined ? null : (
        <Drawer open title={opened.kind} onClose={() => setOpened(undefined)}>
          <Details
            items={[
              { title: m.schema.version, value: opened.version },
              { title: m.schema.author, value: opened.author.email },
              { title: m.schema.when, value: <Moment iso={opened.created_at} /> },
            ]}
          />
          <CodeEditor label={m.schema.sql} value={opened.sql} language="sql" readOnly />
        </Drawer>
      )}
    </>
  )
}

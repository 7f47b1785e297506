// What has changed in the schema, when, and by whom. The changes are applied to other projects here.
import { useInfiniteQuery } from '@tanstack/react-query'
import { History as HistoryIcon } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import type { SchemaChange } from '#api/client/schemas.ts'
import { migrationsSql } from '#api/data/migrations.ts'
import { historyQuery } from '#api/data/schema.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/schema/messages.ts'
import classes from '#screens/schema/schema.module.css'
import { Button } from '#ui/buttons/button.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { Details } from '#ui/page/details.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { saveFile } from '#ui/page/save-file.ts'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { ApplyMigrations } from './apply-migrations.tsx'
import { messages as ownMessages } from './messages.ts'

/** History lists the changes of a schema, the latest first. */
export function History({ projectId }: { readonly projectId: string }) {
  const m = useMessages(messages)
  const history = useInfiniteQuery(historyQuery(projectId))
  const own = useMessages(ownMessages)
  const [opened, setOpened] = useState<SchemaChange>()
  const [isApplying, setApplying] = useState(false)
  const save = useAct(own.save, {
    mutationFn: () => migrationsSql(projectId),
    onSuccess: (sql) => saveFile('schema.sql', new Blob([sql], { type: 'application/sql' })),
  })
  if (history.isPending) return <Skeleton lines={6} />
  if (history.isError) return <ErrorState error={history.error} onRetry={history.refetch} />
  const changes = history.data.pages.flat()
  const columns: Column<SchemaChange>[] = [
    { title: m.version, end: true, cell: ({ version }) => version },
    {
      title: m.kind,
      cell: (change) => (
        <LinkButton onClick={() => setOpened(change)}>
          {[change.kind, change.operation.table].filter((part) => typeof part === 'string').join(' ')}
        </LinkButton>
      ),
    },
    { title: m.author, cell: ({ author }) => author.email },
    { title: m.when, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
  ]
  return (
    <>
      {changes.length === 0 ? null : (
        <div className={classes.bar}>
          <Button busy={save.isPending} onClick={() => save.mutate()}>
            {own.save}
          </Button>
          <Button onClick={() => setApplying(true)}>{own.apply}</Button>
        </div>
      )}
      <Card>
        {changes.length === 0 ? (
          <EmptyState icon={<HistoryIcon aria-hidden />} title={m.noHistory} hint={m.noHistoryHint} />
        ) : (
          <Table
            label={m.history}
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
              { title: m.version, value: opened.version },
              { title: m.author, value: opened.author.email },
              { title: m.when, value: <Moment iso={opened.created_at} /> },
              ...(opened.origin === null
                ? []
                : [
                    {
                      title: own.origin,
                      value: own.originOf(opened.origin.project_id, opened.origin.version),
                    },
                  ]),
            ]}
          />
          <CodeEditor label={m.sql} value={opened.sql} language="sql" readOnly />
        </Drawer>
      )}
      {isApplying ? <ApplyMigrations projectId={projectId} onClose={() => setApplying(false)} /> : null}
    </>
  )
}

// The versions of a function: which one runs, what each changed, and the way back.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { FunctionVersion, ProjectFunction } from '#api/client/schemas.ts'
import { functionsKey, functionVersionsQuery, rollbackFunction } from '#api/services/functions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import { VersionDiff } from './version-diff.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/functions')

/** FunctionVersions lists the versions, or compares one with the draft. */
export function FunctionVersions({
  projectId,
  fn,
  mayWrite,
}: {
  readonly projectId: string
  readonly fn: ProjectFunction
  readonly mayWrite: boolean
}) {
  const m = useMessages(messages)
  const { common, format } = useLanguage()
  const { version } = route.useSearch()
  const navigate = route.useNavigate()
  const versions = useQuery(functionVersionsQuery(projectId, fn.id))
  const [chosen, setChosen] = useState<number>()
  const open = (version: number | undefined) => navigate({ search: (now) => ({ ...now, version }) })
  if (versions.isPending) return <Skeleton />
  if (versions.isError) return <ErrorState error={versions.error} onRetry={versions.refetch} />
  if (version !== undefined)
    return (
      <VersionDiff
        projectId={projectId}
        fn={fn}
        version={version}
        versions={versions.data}
        onClose={() => open(undefined)}
      />
    )
  const { columns: titles } = m.versions
  const columns: Column<FunctionVersion>[] = [
    {
      title: titles.version,
      cell: ({ version }) => (
        <LinkButton onClick={() => open(version)}>{m.versions.name(version)}</LinkButton>
      ),
    },
    {
      title: titles.state,
      cell: ({ live }) => (live ? <Badge tone="success">{m.versions.live}</Badge> : null),
    },
    { title: titles.size, end: true, cell: ({ bytes }) => format.bytes(bytes) },
    { title: titles.deployed, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
  ]
  if (mayWrite)
    columns.push({
      title: common.actions.menu,
      hidden: true,
      end: true,
      cell: ({ version, live }) =>
        live ? null : (
          <Button
            kind="quiet"
            aria-label={`${m.versions.rollback}: ${m.versions.name(version)}`}
            onClick={() => setChosen(version)}
          >
            {m.versions.rollback}
          </Button>
        ),
    })
  return (
    <>
      <Card>
        {versions.data.length === 0 ? (
          <EmptyState title={m.versions.none} hint={m.versions.noneHint} />
        ) : (
          <Table
            label={m.tabs.versions}
            columns={columns}
            rows={versions.data}
            rowKey={({ version }) => String(version)}
          />
        )}
      </Card>
      {chosen === undefined ? null : (
        <Rollback projectId={projectId} fn={fn} version={chosen} onClose={() => setChosen(undefined)} />
      )}
    </>
  )
}

function Rollback({
  projectId,
  fn,
  version,
  onClose,
}: {
  readonly projectId: string
  readonly fn: ProjectFunction
  readonly version: number
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const client = useQueryClient()
  return (
    <ConfirmDialog
      title={m.versions.rollbackTitle(version)}
      about={m.versions.rollbackHint}
      action={m.versions.rollback}
      done={m.deployed(version)}
      onConfirm={() => rollbackFunction(projectId, fn.id, version)}
      onDone={() => {
        onClose()
        return client.invalidateQueries({ queryKey: functionsKey(projectId) })
      }}
      onClose={onClose}
    />
  )
}

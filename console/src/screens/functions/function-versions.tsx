// The versions of a function: which one runs, what each changed, and the way back.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { functionsKey, functionVersionsQuery, rollbackFunction } from '#api/functions.ts'
import type { FunctionVersion, ProjectFunction } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Moment } from '#ui/moment.tsx'
import { Card } from '#ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { toast, toastError } from '#ui/toast.tsx'
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
  const { m, format } = useLanguage()
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
  const { columns: titles } = m.functions.versions
  const columns: Column<FunctionVersion>[] = [
    {
      title: titles.version,
      cell: ({ version }) => (
        <LinkButton onClick={() => open(version)}>{m.functions.versions.name(version)}</LinkButton>
      ),
    },
    {
      title: titles.state,
      cell: ({ live }) => (live ? <Badge tone="success">{m.functions.versions.live}</Badge> : null),
    },
    { title: titles.size, end: true, cell: ({ bytes }) => format.bytes(bytes) },
    { title: titles.deployed, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
  ]
  if (mayWrite)
    columns.push({
      title: m.common.actions.menu,
      hidden: true,
      end: true,
      cell: ({ version, live }) =>
        live ? null : (
          <Button
            kind="quiet"
            aria-label={`${m.functions.versions.rollback}: ${m.functions.versions.name(version)}`}
            onClick={() => setChosen(version)}
          >
            {m.functions.versions.rollback}
          </Button>
        ),
    })
  return (
    <>
      <Card>
        {versions.data.length === 0 ? (
          <EmptyState title={m.functions.versions.none} hint={m.functions.versions.noneHint} />
        ) : (
          <Table
            label={m.functions.tabs.versions}
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
  const { m } = useLanguage()
  const client = useQueryClient()
  const attempt = useMutation({
    mutationFn: () => rollbackFunction(projectId, fn.id, version),
    onSuccess: async () => {
      toast(m.functions.deployed(version))
      onClose()
      await client.invalidateQueries({ queryKey: functionsKey(projectId) })
    },
    onError: toastError,
  })
  return (
    <ConfirmDialog
      title={m.functions.versions.rollbackTitle(version)}
      about={m.functions.versions.rollbackHint}
      action={m.functions.versions.rollback}
      busy={attempt.isPending}
      onConfirm={() => attempt.mutate()}
      onClose={onClose}
    />
  )
}

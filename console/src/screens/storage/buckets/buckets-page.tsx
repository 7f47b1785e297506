// The buckets of a project, and how much they hold.

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, FolderArchive, Pencil, PlugZap, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Bucket } from '#api/client/schemas.ts'
import { storageUsageQuery } from '#api/services/storage.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/storage/messages.ts'
import { Button, buttonClass } from '#ui/buttons/button.tsx'
import { CopyText } from '#ui/buttons/copy-button.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { SearchInput } from '#ui/forms/input.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card, PageHeader, Toolbar } from '#ui/page/page-header.tsx'
import { EmptyState } from '#ui/page/states.tsx'

const BucketForm = whenShown(async () => (await import('./bucket-form.tsx')).BucketForm)
const S3Access = whenShown(async () => (await import('#screens/storage/s3/s3-access.tsx')).S3Access)
const DeleteBucket = whenShown(async () => (await import('./delete-bucket.tsx')).DeleteBucket)

const route = getRouteApi('/signed-in/projects/$projectId/storage')

/** BucketsPage lists buckets. */
export function BucketsPage({
  projectId,
  buckets,
  mayWrite,
}: {
  readonly projectId: string
  readonly buckets: readonly Bucket[]
  readonly mayWrite: boolean
}) {
  const m = useMessages(messages)
  const { common, format } = useLanguage()
  const { search = '', create, panel } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: usage } = useQuery(storageUsageQuery(projectId))
  const [edited, setEdited] = useState<Bucket>()
  const [removed, setRemoved] = useState<Bucket>()
  const openPanel = (panel: 's3' | undefined) => navigate({ search: (now) => ({ ...now, panel }) })
  const openForm = (create: true | undefined) => navigate({ search: (now) => ({ ...now, create }) })
  const wanted = search.toLowerCase()
  const rows = buckets.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(wanted))
  const none = buckets.length === 0
  const button = mayWrite ? (
    <Button kind="primary" onClick={() => openForm(true)}>
      <Plus aria-hidden />
      {m.createBucket}
    </Button>
  ) : undefined
  const { columns: titles } = m
  const columns: Column<Bucket>[] = [
    {
      title: titles.name,
      cell: ({ slug, name }) => (
        <LinkButton onClick={() => navigate({ search: { bucket: slug } })}>{name}</LinkButton>
      ),
    },
    { title: titles.slug, cell: ({ slug }) => <CopyText text={slug} what={titles.slug} /> },
    {
      title: titles.access,
      cell: ({ is_public, is_emptying }) =>
        is_emptying ? (
          <Badge tone="danger">{m.emptying}</Badge>
        ) : (
          <Badge tone={is_public ? 'warning' : 'neutral'}>{is_public ? m.public : m.private}</Badge>
        ),
    },
    {
      title: titles.limit,
      end: true,
      cell: ({ file_size_limit }) => (file_size_limit === null ? '—' : format.bytes(file_size_limit)),
    },
    { title: titles.created, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
  ]
  if (mayWrite)
    columns.push({
      title: common.actions.menu,
      hidden: true,
      end: true,
      cell: (bucket) => (
        <Menu label={`${common.actions.menu}: ${bucket.name}`}>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setEdited(bucket)}>
            {m.settings}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => setRemoved(bucket)}>
            {m.delete}
          </MenuItem>
        </Menu>
      ),
    })
  return (
    <>
      <PageHeader
        title={m.title}
        about={m.about}
        actions={
          <>
            <Button onClick={() => openPanel('s3')}>
              <PlugZap aria-hidden />
              {m.s3}
            </Button>
            {none ? undefined : button}
          </>
        }
      />
      {none ? (
        <Card>
          <EmptyState
            icon={<FolderArchive aria-hidden />}
            title={m.emptyTitle}
            hint={m.emptyHint}
            action={button}
          />
        </Card>
      ) : (
        <>
          <Toolbar>
            <SearchInput
              label={m.searchBuckets}
              value={search}
              onChange={(search) => navigate({ search: { search: search || undefined }, replace: true })}
            />
            {usage === undefined ? null : (
              <span>
                {m.usage(
                  format.number(usage.objects),
                  format.bytes(usage.bytes),
                  usage.quota_bytes === null ? undefined : format.bytes(usage.quota_bytes),
                )}
              </span>
            )}
          </Toolbar>
          <Card>
            {rows.length === 0 ? (
              <EmptyState title={common.states.nothing} />
            ) : (
              <Table label={m.title} columns={columns} rows={rows} rowKey={({ id }) => id} />
            )}
          </Card>
        </>
      )}
      {create && mayWrite ? <BucketForm projectId={projectId} onClose={() => openForm(undefined)} /> : null}
      {panel === 's3' ? (
        <S3Access projectId={projectId} bucket={buckets[0]?.slug} onClose={() => openPanel(undefined)} />
      ) : null}
      {edited === undefined ? null : (
        <BucketForm projectId={projectId} bucket={edited} onClose={() => setEdited(undefined)} />
      )}
      {removed === undefined ? null : (
        <DeleteBucket projectId={projectId} bucket={removed} onClose={() => setRemoved(undefined)} />
      )}
    </>
  )
}

/** BackToBuckets leads from a bucket to all of them. */
export function BackToBuckets({ projectId }: { readonly projectId: string }) {
  const m = useMessages(messages)
  return (
    <Link
      to="/projects/$projectId/storage"
      params={{ projectId }}
      search={{}}
      className={buttonClass('secondary')}
    >
      <ArrowLeft aria-hidden />
      {m.all}
    </Link>
  )
}

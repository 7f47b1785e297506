// Files of a project: its buckets, or the one that the address names.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '#api/organisations/permissions.ts'
import { bucketsQuery } from '#api/services/storage.ts'
import { useMessages } from '#i18n/language.tsx'
import { Card, PageHeader } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { BackToBuckets, BucketsPage } from './buckets/buckets-page.tsx'
import { BucketPage } from './folder/bucket-page.tsx'
import { messages } from './messages.ts'

const route = getRouteApi('/signed-in/projects/$projectId/storage')

/** StorageScreen lists the buckets of a project, or the files of one. */
export function StorageScreen() {
  const m = useMessages(messages)
  const { projectId } = route.useParams()
  const { bucket: slug } = route.useSearch()
  const buckets = useQuery(bucketsQuery(projectId))
  const mayWrite = useMay(projectId)('storage:write')
  const bucket = buckets.data?.find((one) => one.slug === slug)
  if (bucket !== undefined)
    return <BucketPage key={bucket.id} projectId={projectId} bucket={bucket} mayWrite={mayWrite} />
  if (buckets.isPending || buckets.isError)
    return (
      <>
        <PageHeader title={m.title} about={m.about} />
        {buckets.isPending ? <Skeleton /> : <ErrorState error={buckets.error} onRetry={buckets.refetch} />}
      </>
    )
  if (slug === undefined)
    return <BucketsPage projectId={projectId} buckets={buckets.data} mayWrite={mayWrite} />
  return (
    <>
      <PageHeader title={slug} actions={<BackToBuckets projectId={projectId} />} />
      <Card>
        <EmptyState title={m.noSuchBucket} />
      </Card>
    </>
  )
}

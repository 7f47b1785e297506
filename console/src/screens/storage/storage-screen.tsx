// Files of a project: its buckets, or the one that the address names.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '#api/permissions.ts'
import { bucketsQuery } from '#api/storage.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Card, PageHeader } from '#ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { BucketPage } from './bucket-page.tsx'
import { BackToBuckets, BucketsPage } from './buckets-page.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/storage')

/** StorageScreen lists the buckets of a project, or the files of one. */
export function StorageScreen() {
  const { m } = useLanguage()
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
        <PageHeader title={m.storage.title} about={m.storage.about} />
        {buckets.isPending ? <Skeleton /> : <ErrorState error={buckets.error} onRetry={buckets.refetch} />}
      </>
    )
  if (slug === undefined)
    return <BucketsPage projectId={projectId} buckets={buckets.data} mayWrite={mayWrite} />
  return (
    <>
      <PageHeader title={slug} actions={<BackToBuckets projectId={projectId} />} />
      <Card>
        <EmptyState title={m.storage.noSuchBucket} />
      </Card>
    </>
  )
}

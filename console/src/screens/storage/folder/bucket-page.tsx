// The files of a bucket: folders, upload, list and gallery, and what is done to the chosen ones.
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FolderPlus, Images, List, Settings, Upload } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import type { Bucket, StorageObject } from '#api/client/schemas.ts'
import { FILE_ORDERS } from '#api/services/file-orders.ts'
import { filesQuery } from '#api/services/storage.ts'
import { addUploads, type NewUpload } from '#api/services/uploads.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { BackToBuckets } from '#screens/storage/buckets/buckets-page.tsx'
import { messages } from '#screens/storage/messages.ts'
import classes from '#screens/storage/storage.module.css'
import type { StorageSearch } from '#screens/storage/storage-search.ts'
import { droppedFiles } from '#screens/storage/uploads/dropped-files.ts'
import { Uploads } from '#screens/storage/uploads/uploads.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { SearchInput } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Card, PageHeader } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { CreateFolder } from './create-folder.tsx'
import { DeletedNotice, DeleteFiles } from './delete-files.tsx'
import { FileGallery } from './file-gallery.tsx'
import { FileList } from './file-list.tsx'
import { FolderPath } from './folder-path.tsx'

const BucketForm = whenShown(
  async () => (await import('#screens/storage/buckets/bucket-form.tsx')).BucketForm,
)
const MoveFiles = whenShown(async () => (await import('./move-files.tsx')).MoveFiles)
const FileDrawer = whenShown(async () => (await import('#screens/storage/file/file-drawer.tsx')).FileDrawer)

const route = getRouteApi('/signed-in/projects/$projectId/storage')

/** BucketPage shows one folder of a bucket, or what a search finds in it. */
export function BucketPage({
  projectId,
  bucket,
  mayWrite,
}: {
  readonly projectId: string
  readonly bucket: Bucket
  readonly mayWrite: boolean
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { folder = '', search = '', order = 'name.asc', view, file } = route.useSearch()
  const navigate = route.useNavigate()
  const [dialog, setDialog] = useState<'folder' | 'settings'>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [moving, setMoving] = useState<'move' | 'copy'>()
  const [deleting, setDeleting] = useState<readonly string[]>()
  const [deleted, setDeleted] = useState<readonly StorageObject[]>([])
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const files = useInfiniteQuery(filesQuery(projectId, { bucket: bucket.slug, folder, search, order }))
  const rows = files.data?.pages.flatMap((page) => page.items)
  const change = (change: StorageSearch) => {
    setChosen(new Set())
    navigate({ search: (now) => ({ ...now, ...change }), replace: change.search !== undefined })
  }
  const show = (file: string | undefined) => navigate({ search: (now) => ({ ...now, file }) })
  const add = (added: readonly NewUpload[]) =>
    addUploads(
      projectId,
      bucket.slug,
      added.map(({ name, file }) => ({ name: `${folder}${name}`, file })),
    )
  const drop = async (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add(await droppedFiles(event.dataTransfer))
  }
  const isFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  const uploadButton = (
    <Button kind="primary" onClick={() => input.current?.click()}>
      <Upload aria-hidden />
      {m.upload}
    </Button>
  )
  const List_ = view === 'gallery' ? FileGallery : FileList
  return (
    <section
      aria-label={bucket.name}
      className={classes.bucket}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!mayWrite || !isFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => event.currentTarget === event.target && setOver(false)}
      onDrop={(event) => mayWrite && isFiles(event) && drop(event)}
    >
      <PageHeader
        title={bucket.name}
        actions={
          <>
            <BackToBuckets projectId={projectId} />
            {mayWrite ? (
              <>
                <Button
                  size="icon"
                  aria-label={m.settingsOf(bucket.name)}
                  onClick={() => setDialog('settings')}
                >
                  <Settings aria-hidden />
                </Button>
                {uploadButton}
              </>
            ) : null}
          </>
        }
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={m.upload}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])].map((file) => ({ name: file.name, file })))
          currentTarget.value = ''
        }}
      />
      <div className={classes.path}>
        <FolderPath
          bucket={bucket}
          folder={folder}
          onOpen={(folder) => change({ folder, search: undefined })}
        />
        {bucket.is_public ? <Badge tone="warning">{m.public}</Badge> : null}
        {mayWrite ? (
          <Button onClick={() => setDialog('folder')}>
            <FolderPlus aria-hidden />
            {m.createFolder}
          </Button>
        ) : null}
      </div>
      <div className={classes.tools}>
        <SearchInput
          label={m.searchFiles}
          value={search}
          onChange={(text) => change({ search: text || undefined })}
        />
        <Select
          label={m.order}
          choices={choicesOf(m.orders)}
          value={order}
          onChange={(next) =>
            change({ order: next === 'name.asc' ? undefined : FILE_ORDERS.find((one) => one === next) })
          }
        />
        <Button
          aria-pressed={view === 'gallery'}
          onClick={() => change({ view: view === 'gallery' ? undefined : 'gallery' })}
        >
          {view === 'gallery' ? <List aria-hidden /> : <Images aria-hidden />}
          {view === 'gallery' ? m.list : m.gallery}
        </Button>
        {chosen.size === 0 || !mayWrite ? null : (
          <>
            <Button onClick={() => setMoving('move')}>{m.moveChosen(chosen.size)}</Button>
            <Button onClick={() => setMoving('copy')}>{m.copyChosen(chosen.size)}</Button>
            <Button kind="danger" onClick={() => setDeleting([...chosen])}>
              {m.deleteChosen(chosen.size)}
            </Button>
          </>
        )}
      </div>
      <Uploads projectId={projectId} bucket={bucket.slug} />
      <DeletedNotice projectId={projectId} deleted={deleted} onDone={() => setDeleted([])} />
      {files.isPending ? <Skeleton lines={6} /> : null}
      {files.isError ? <ErrorState error={files.error} onRetry={files.refetch} /> : null}
      {rows === undefined ? null : rows.length === 0 ? (
        <Card>
          {search === '' ? (
            <EmptyState
              icon={<Upload aria-hidden />}
              title={m.noFiles}
              hint={mayWrite ? m.noFilesHint : undefined}
              action={mayWrite ? uploadButton : undefined}
            />
          ) : (
            <EmptyState title={common.states.nothing} />
          )}
        </Card>
      ) : (
        <List_
          projectId={projectId}
          rows={rows}
          folder={search === '' ? folder : ''}
          chosen={chosen}
          mayWrite={mayWrite}
          onChoose={setChosen}
          onFolder={(folder) => change({ folder })}
          onFile={show}
          onMore={files.hasNextPage ? () => files.fetchNextPage() : undefined}
          loadingMore={files.isFetchingNextPage}
        />
      )}
      {file === undefined || deleting !== undefined ? null : (
        <FileDrawer
          projectId={projectId}
          bucket={bucket}
          fileId={file}
          mayWrite={mayWrite}
          onDelete={(name) => setDeleting([name])}
          onClose={() => show(undefined)}
        />
      )}
      {dialog === 'folder' ? (
        <CreateFolder
          projectId={projectId}
          bucket={bucket}
          folder={folder}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
      {dialog === 'settings' ? (
        <BucketForm projectId={projectId} bucket={bucket} onClose={() => setDialog(undefined)} />
      ) : null}
      {moving === undefined ? null : (
        <MoveFiles
          projectId={projectId}
          bucket={bucket}
          names={[...chosen]}
          act={moving}
          folder={folder}
          onDone={() => {
            setMoving(undefined)
            setChosen(new Set())
          }}
          onClose={() => setMoving(undefined)}
        />
      )}
      {deleting === undefined ? null : (
        <DeleteFiles
          projectId={projectId}
          bucket={bucket}
          names={deleting}
          onDone={(gone, isWhole) => {
            setDeleted(gone)
            if (!isWhole) return
            setDeleting(undefined)
            setChosen(new Set())
            show(undefined)
          }}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </section>
  )
}

// Where in a bucket the viewer is.
import type { Bucket } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/storage/messages.ts'
import classes from '#screens/storage/storage.module.css'
import { LinkButton } from '#ui/buttons/link-button.tsx'

/** FolderPath names each folder from the bucket down, and leads there. */
export function FolderPath({
  bucket,
  folder,
  onOpen,
}: {
  readonly bucket: Bucket
  readonly folder: string
  readonly onOpen: (folder: string | undefined) => void
}) {
  const m = useMessages(messages)
  const parts = folder.split('/').slice(0, -1)
  const ways = parts.map((name, at) => ({ name, path: `${parts.slice(0, at + 1).join('/')}/` }))
  return (
    <nav className={classes.crumbs} aria-label={m.folders}>
      <LinkButton onClick={() => onOpen(undefined)}>{bucket.slug}</LinkButton>
      {ways.map(({ name, path }) => (
        <span key={path}>
          <span aria-hidden>/</span>
          {path === folder ? (
            <span aria-current="location">{name}</span>
          ) : (
            <LinkButton onClick={() => onOpen(path)}>{name}</LinkButton>
          )}
        </span>
      ))}
    </nav>
  )
}

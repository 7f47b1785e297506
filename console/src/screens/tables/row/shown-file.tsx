// The file that a row refers to: its name and size, and a picture as it looks.
import { useQuery } from '@tanstack/react-query'
import { fileQuery, imageQuery, isPicture } from '#api/services/storage.ts'
import { useLanguage } from '#i18n/language.tsx'
import { useObjectUrl } from '#ui/page/use-object-url.ts'
import classes from './file.module.css'

const SIDE = 320

/** ShownFile shows a file by its id, or the server's sentence where it cannot be read. */
export function ShownFile({ projectId, id }: { readonly projectId: string; readonly id: string }) {
  const { format } = useLanguage()
  const { data: file, error } = useQuery(fileQuery(projectId, id))
  const hasPicture = file !== undefined && isPicture(file.mime_type)
  const picture = useQuery({
    ...imageQuery(projectId, id, file?.version ?? '', SIDE),
    enabled: hasPicture,
  })
  const url = useObjectUrl(picture.data)
  if (error !== null) return <p className={classes.missing}>{error.message}</p>
  if (file === undefined) return <p>{id}</p>
  return (
    <figure className={classes.shown}>
      {url === undefined ? null : <img src={url} alt={file.name} />}
      <figcaption>
        <bdi>{file.name}</bdi> <small>{format.bytes(file.size)}</small>
      </figcaption>
    </figure>
  )
}

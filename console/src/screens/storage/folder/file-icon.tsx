// What kind of file it is.
import { File, FileAudio, FileImage, FileText, FileVideo } from 'lucide-react'
import classes from '#screens/storage/storage.module.css'

/** FileIcon is the icon of a type. */
export function FileIcon({ mimeType }: { readonly mimeType: string }) {
  const [group] = mimeType.split('/')
  const Icon =
    group === 'image'
      ? FileImage
      : group === 'video'
        ? FileVideo
        : group === 'audio'
          ? FileAudio
          : group === 'text' || mimeType === 'application/pdf'
            ? FileText
            : File
  return <Icon aria-hidden className={classes.icon} />
}

// Files that are dropped, with those of dropped folders.
import type { NewUpload } from '#api/services/uploads.ts'

const MOST_FILES = 5_000

/** droppedFiles returns up to 5,000 files; those of a folder have its name in front. */
export async function droppedFiles(transfer: DataTransfer): Promise<readonly NewUpload[]> {
  // The list is empty once this turn has ended: read it first.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const found: NewUpload[] = []
  for (const entry of entries) await collect(entry, '', found)
  return found
}

async function collect(entry: FileSystemEntry, path: string, found: NewUpload[]): Promise<void> {
  if (found.length >= MOST_FILES) return
  const name = `${path}${entry.name}`
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    found.push({ name, file })
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  // Browsers hand over a hundred at a time.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (part.length === 0) return
    for (const one of part) await collect(one, `${name}/`, found)
  }
}

// The view of the storage screen, as the address has it.
import { FILE_ORDERS, type FileOrder } from '#api/services/file-orders.ts'

/** StorageSearch is what the address says: bucket and folder, how they are listed, and what is open. */
export interface StorageSearch {
  readonly bucket?: string | undefined
  readonly folder?: string | undefined
  readonly search?: string | undefined
  readonly order?: FileOrder | undefined
  readonly view?: 'gallery' | undefined
  readonly file?: string | undefined
  readonly create?: boolean | undefined
  readonly panel?: 's3' | undefined
}

const text = (value: unknown) => (value === undefined || value === '' ? undefined : String(value))

/** storageSearchOf reads the address, and leaves out what it does not know. */
export function storageSearchOf(raw: Record<string, unknown>): StorageSearch {
  const folder = text(raw.folder)
  return {
    bucket: text(raw.bucket),
    folder: folder === undefined || folder.endsWith('/') ? folder : `${folder}/`,
    search: text(raw.search),
    order: FILE_ORDERS.find((order) => order === raw.order),
    view: raw.view === 'gallery' ? 'gallery' : undefined,
    file: text(raw.file),
    create: raw.create === true || undefined,
    panel: raw.panel === 's3' ? 's3' : undefined,
  }
}

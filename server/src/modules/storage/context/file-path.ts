// The address of a file, which ends in its name for people to read.
import { fileNameOf } from './object-names.ts'

// A part of an address that is longer finds no route.
const MAX_PART = 200

/** filePath returns the path of an object's bytes, or of its image, without what grants access to them. */
export function filePath(
  projectId: string,
  { id, name }: { readonly id: string; readonly name: string },
  what: 'files' | 'images' = 'files',
): string {
  const file = encodeURIComponent(fileNameOf(name))
  const part = file === '' || file.length > MAX_PART ? 'file' : file
  return `/api/v1/projects/${projectId}/storage/${what}/${id}/${part}`
}

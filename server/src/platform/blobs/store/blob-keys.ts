// The keys of blobs. They are made by the server and never contain a name that somebody chose.
import { randomInt, randomUUID } from 'node:crypto'

const PROJECT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[0-9a-f]{32}$/

// The first two digits of a key's name are the folder of a file on disk. Blobs that are stored at the same time are in the
// same folder, so that they share its sync; each folder has its turn.
const PER_FOLDER = 64
const FOLDERS = 256
let made = randomInt(PER_FOLDER * FOLDERS)

/** newBlobKey returns a key that nothing is stored under yet. All blobs of a project are listed together. */
export function newBlobKey(projectId: string): string {
  made = (made + 1) % (PER_FOLDER * FOLDERS)
  const folder = Math.floor(made / PER_FOLDER)
  return `${projectId}/${folder.toString(16).padStart(2, '0')}${randomUUID().replaceAll('-', '').slice(2)}`
}

/** isBlobKey tells whether a text is a key. */
export function isBlobKey(text: string): boolean {
  return KEY.test(text)
}

/** checkBlobKey throws where a text is not a key: a driver makes paths of it. */
export function checkBlobKey(key: string): string {
  if (!isBlobKey(key)) throw new Error(`not the key of a blob: ${JSON.stringify(key.slice(0, 100))}`)
  return key
}

/** checkProjectId throws where a text is not the id of a project: a driver makes a path of it. */
export function checkProjectId(text: string): string {
  if (!PROJECT.test(text)) throw new Error(`not the id of a project: ${JSON.stringify(text.slice(0, 100))}`)
  return text
}

/** projectOf returns the id of the project that a key belongs to. */
export function projectOf(key: string): string {
  return key.split('/', 1)[0] ?? ''
}

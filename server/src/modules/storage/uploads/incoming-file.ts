// The file that a request brings: its body as it is, or the one file of a form, whose other fields say more of it.
import { buffer } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { checkCacheControl, flagOf, metadataFrom } from '#modules/storage/context/fields.ts'
import type { BlobBody } from '#platform/blobs/store/blob-store.ts'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'
import { letBodyCome } from '#platform/http/bodies/expect-continue.ts'
import { type Announced, readAnnounced } from './announced.ts'
import { withoutStalls } from './checked-stream.ts'
import { boundaryOf, type FormPart, readForm } from './read-form.ts'
import { declaredType } from './sniff-type.ts'

/** IncomingFile is a file and what the request says of it. */
export interface IncomingFile extends Announced {
  /** bytes are those of the file in a form; undefined where they are the body. */
  readonly bytes: BlobBody | undefined
  /** name and overwrite are what fields of a form say. */
  readonly name: string | undefined
  readonly overwrite: boolean | undefined
  /** fileName is what the form calls the file. */
  readonly fileName: string | undefined
  /** hasFields says that a form has fields besides the file. */
  readonly hasFields: boolean
}

const FIELDS = ['name', 'overwrite', 'cache_control', 'metadata'] as const
const MAX_FIELD = 16 * 1024
const NO_FORM = {
  bytes: undefined,
  name: undefined,
  overwrite: undefined,
  fileName: undefined,
  hasFields: false,
}

type Fields = Partial<Record<(typeof FIELDS)[number], string>>

/** withFile does some work with the file of a request, and closes it. Of a form, the fields before the file are read first. */
export async function withFile<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (file: IncomingFile) => Promise<T>,
): Promise<T> {
  const announced = readAnnounced(request.headers)
  const boundary = boundaryOf(request.headers['content-type'])
  if (boundary === undefined) return work({ ...announced, ...NO_FORM })
  if (announced.expected.sha256 !== undefined || announced.expected.md5 !== undefined)
    throw invalidInput('Checksums are those of a body that is the file; send it as it is, or leave them out.')
  checkPlain(announced, 'The file of a form')
  letBodyCome(request, reply)
  const form = readForm(withoutStalls(request.raw), boundary)
  try {
    const { fields, part } = await readFields(form)
    return await work({
      ...announced,
      ...describedBy(fields, announced),
      // The length of the form is not that of the file.
      size: undefined,
      mimeType: declaredType(part.contentType, 'Content-Type of the file'),
      bytes: only(part, form),
      fileName: part.fileName,
      hasFields: Object.keys(fields).length > 0,
    })
  } finally {
    await form.return(undefined)
  }
}

/** checkPlain throws a 400 where a file is announced with headers that it cannot have. */
export function checkPlain({ headers }: Announced, subject: string): void {
  const [name] = Object.keys(headers)
  if (name !== undefined) throw invalidInput(`${name}: ${subject} has none. Send it to …/objects/{name}.`)
}

async function readFields(
  form: AsyncGenerator<FormPart>,
): Promise<{ readonly fields: Fields; readonly part: FormPart }> {
  const fields: Fields = {}
  for (;;) {
    const { value: part, done } = await form.next()
    if (done) throw invalidInput('The form has no file.')
    if (part.fileName !== undefined) return { fields, part }
    const field = FIELDS.find((one) => one === part.name)
    if (field === undefined)
      throw invalidInput(
        `${part.name.slice(0, 63)}: is no field of an upload; there are ${FIELDS.join(', ')}.`,
      )
    if (fields[field] !== undefined) throw invalidInput(`${field}: is there twice.`)
    fields[field] = await textOf(field, part)
  }
}

async function textOf(field: string, { bytes }: FormPart): Promise<string> {
  let length = 0
  const bounded = async function* () {
    for await (const piece of bytes) {
      length += piece.length
      if (length > MAX_FIELD) throw invalidInput(`${field}: must have at most ${MAX_FIELD} bytes.`)
      yield piece
    }
  }
  return (await buffer(bounded())).toString()
}

function describedBy(
  { name, overwrite, cache_control, metadata }: Fields,
  announced: Announced,
): Pick<IncomingFile, 'name' | 'overwrite' | 'cacheControl' | 'metadata'> {
  return {
    name,
    overwrite: overwrite === undefined ? undefined : flagOf(overwrite, 'overwrite'),
    cacheControl:
      cache_control === undefined
        ? announced.cacheControl
        : checkCacheControl(cache_control, 'cache_control'),
    metadata: metadata === undefined ? announced.metadata : metadataFrom(metadata, 'metadata'),
  }
}

// The bytes of the file, which nothing may follow: it would be read too late to mean something.
async function* only(part: FormPart, form: AsyncGenerator<FormPart>): AsyncGenerator<Buffer> {
  yield* part.bytes
  const { value: next, done } = await form.next()
  if (done) return
  if (next.fileName === undefined)
    throw invalidInput(`${next.name.slice(0, 63)}: fields of a form must come before its file.`)
  throw new AppError('invalid_input', 'A form can have one file. Send the others with requests of their own.')
}

// Bodies of type multipart/form-data (RFC 7578), read as they come: each part is passed on piece by piece, and nothing of it is
// kept but the few bytes that may be the beginning of a delimiter.
import type { BlobBody } from '#platform/blobs/store/blob-store.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { type PartHeaders, readPartHeaders } from './form-headers.ts'

/** FormPart is a part of a form. Its bytes must be read before the next part is asked for. */
export interface FormPart extends PartHeaders {
  readonly bytes: AsyncGenerator<Buffer>
}

// What some clients send behind the end of a form.
const MAX_EPILOGUE = 1024
const MAX_HEADERS = 8 * 1024
const LINE = Buffer.from('\r\n')
const BLANK_LINE = Buffer.from('\r\n\r\n')

/** boundaryOf returns what separates the parts of a form, by its Content-Type, or undefined for any other body. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  if (contentType === undefined || !/^multipart\/form-data(?![^;\s])/i.test(contentType)) return undefined
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain ?? ''
  if (!/^[\w'()+,./:=? -]{1,70}$/.test(boundary))
    throw invalidInput('Content-Type: multipart/form-data needs a boundary of 1 to 70 characters.')
  return boundary
}

/** readForm yields the parts of a form. It throws 400 where the body is no form, or ends before the form does. */
export async function* readForm(body: BlobBody, boundary: string): AsyncGenerator<FormPart> {
  const source = openSource(body)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  try {
    // The first delimiter has no line before it.
    source.unread(LINE)
    await source.collect(delimiter, 0, 'The body does not begin with the boundary of its Content-Type.')
    while (!(await isEnd(source))) {
      const head = await source.collect(BLANK_LINE, MAX_HEADERS, 'The headers of a part are too long.')
      yield { ...readPartHeaders(head.toString()), bytes: source.until(delimiter) }
    }
    await source.skip(MAX_EPILOGUE)
  } finally {
    await source.close()
  }
}

// A delimiter is followed by two dashes at the end of the form, else by a line break.
async function isEnd(source: Source): Promise<boolean> {
  const end = (await source.take(2)).toString('latin1')
  if (end !== '--' && end !== '\r\n')
    throw invalidInput('A boundary of the form is not followed by a line break.')
  return end === '--'
}

interface Source {
  /** unread puts bytes in front of those that are still to come. */
  unread(bytes: Buffer): void
  /** take returns the next bytes, exactly so many. */
  take(count: number): Promise<Buffer>
  /** until yields the bytes before a delimiter, and takes the delimiter away. */
  until(delimiter: Buffer): AsyncGenerator<Buffer>
  /** collect returns the bytes before a delimiter, or throws a 400 where they are more than `most`. */
  collect(delimiter: Buffer, most: number, message: string): Promise<Buffer>
  /** skip reads to the end, or throws a 400 where more bytes come. */
  skip(most: number): Promise<void>
  close(): Promise<void>
}

function openSource(body: BlobBody): Source {
  const chunks = body[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  const more = async (): Promise<boolean> => {
    const { value, done } = await chunks.next()
    if (done) return false
    const chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    return true
  }
  const expectMore = async () => {
    if (!(await more())) throw invalidInput('The body ends before the form does.')
  }
  const cut = (count: number) => {
    const bytes = rest.subarray(0, count)
    rest = rest.subarray(count)
    return bytes
  }
  async function* until(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = rest.indexOf(delimiter)
      // The last bytes may be the beginning of a delimiter.
      const certain = at >= 0 ? at : Math.max(0, rest.length - delimiter.length + 1)
      if (certain > 0) yield cut(certain)
      if (at >= 0) {
        cut(delimiter.length)
        return
      }
      await expectMore()
    }
  }
  return {
    until,
    unread: (bytes) => {
      rest = Buffer.concat([bytes, rest])
    },
    take: async (count) => {
      while (rest.length < count) await expectMore()
      return cut(count)
    },
    collect: async (delimiter, most, message) => {
      const pieces: Buffer[] = []
      let length = 0
      for await (const piece of until(delimiter)) {
        length += piece.length
        if (length > most) throw invalidInput(message)
        pieces.push(piece)
      }
      return Buffer.concat(pieces)
    },
    skip: async (most) => {
      for (let length = rest.length; length <= most; length += rest.length) {
        rest = Buffer.alloc(0)
        if (!(await more())) return
      }
      throw invalidInput('More bytes follow behind the end of the form.')
    },
    close: async () => {
      await chunks.return?.()
    },
  }
}

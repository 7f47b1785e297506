// Bodies in aws-chunked encoding: pieces with their sizes, each signed or not, and checksums behind the last.
import { createHash } from 'node:crypto'
import { type Checksum, isChecksumHeader, openChecksum, wrongChecksum } from './checksums.ts'
import { s3Error } from './s3-errors.ts'
import { EMPTY_SHA256, hmac, type Signed, sameText, scopeText } from './signature.ts'

const MAX_LINE = 4096
const MAX_TRAILERS = 10

/** ChunkSigning is what pieces are signed with; undefined where they are not. */
export interface ChunkSigning {
  readonly signed: Signed
  readonly key: Buffer
}

/** readChunks yields the bytes of a chunked body. It throws where a signature or a checksum does not fit. */
export async function* readChunks(
  body: AsyncIterable<Uint8Array>,
  signing: ChunkSigning | undefined,
  trailer: string | undefined,
): AsyncGenerator<Uint8Array> {
  const reader = openReader(body)
  const announced = trailer?.toLowerCase()
  const checksum =
    announced !== undefined && isChecksumHeader(announced) ? openChecksum(announced) : undefined
  let previous = signing?.signed.signature ?? ''
  for (;;) {
    const [size, signature] = readHead(await reader.line())
    const hash = createHash('sha256')
    for (let left = size; left > 0; ) {
      const bytes = await reader.some(left)
      left -= bytes.byteLength
      if (signing !== undefined) hash.update(bytes)
      checksum?.update(bytes)
      yield bytes
    }
    if (signing !== undefined) {
      const text = chunkText(signing.signed, previous, hash.digest('hex'))
      checkSigned(signing, text, signature)
      previous = signature
    }
    if (size === 0) break
    if ((await reader.line()) !== '') throw malformed()
  }
  await readTrailers(reader, signing, previous, checksum)
}

async function readTrailers(
  reader: Reader,
  signing: ChunkSigning | undefined,
  previous: string,
  checksum: Checksum | undefined,
): Promise<void> {
  const lines: [string, string][] = []
  let signature: string | undefined
  for (let line = await reader.lastLine(); line !== ''; line = await reader.lastLine()) {
    const at = line.indexOf(':')
    const [name, value] = [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    if (at < 0 || lines.length >= MAX_TRAILERS) throw malformed()
    if (name === 'x-amz-trailer-signature') signature = value
    else lines.push([name, value])
  }
  if (checksum !== undefined) {
    const [, value] = lines.find(([name]) => name === checksum.header) ?? []
    if (value !== checksum.base64()) throw wrongChecksum(checksum.header)
  }
  if (signing === undefined || !signing.signed.payload.endsWith('-TRAILER')) return
  const { signed } = signing
  const content = lines.map(([name, value]) => `${name}:${value}\n`).join('')
  const digest = createHash('sha256').update(content).digest('hex')
  const text = ['AWS4-HMAC-SHA256-TRAILER', signed.date, scopeText(signed), previous, digest].join('\n')
  checkSigned(signing, text, signature ?? '')
}

function chunkText(signed: Signed, previous: string, digest: string): string {
  return ['AWS4-HMAC-SHA256-PAYLOAD', signed.date, scopeText(signed), previous, EMPTY_SHA256, digest].join(
    '\n',
  )
}

function checkSigned({ key }: ChunkSigning, text: string, signature: string): void {
  if (!sameText(hmac(key, text).toString('hex'), signature))
    throw s3Error('SignatureDoesNotMatch', 'The signature of a part of the body does not fit.')
}

function readHead(line: string): [number, string] {
  const [, size = '', signature = ''] =
    /^([0-9a-fA-F]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(line) ?? []
  if (size === '') throw malformed()
  return [Number.parseInt(size, 16), signature]
}

function malformed() {
  return s3Error('IncompleteBody', 'The body is not in aws-chunked encoding, or ends too early.')
}

interface Reader {
  /** some returns at least one byte and at most so many. */
  some(most: number): Promise<Uint8Array>
  line(): Promise<string>
  /** lastLine returns a line, or an empty one at the end of the body. */
  lastLine(): Promise<string>
}

function openReader(body: AsyncIterable<Uint8Array>): Reader {
  const iterator = body[Symbol.asyncIterator]()
  let held: Uint8Array = Buffer.alloc(0)
  const more = async (): Promise<boolean> => {
    const { done, value } = await iterator.next()
    if (done === true) return false
    held = held.byteLength === 0 ? value : Buffer.concat([held, value])
    return true
  }
  const line = async (atEnd: () => string): Promise<string> => {
    for (;;) {
      const end = held.indexOf(10)
      if (end >= 0) {
        const text = Buffer.from(held.subarray(0, end)).toString('latin1')
        held = held.subarray(end + 1)
        return text.endsWith('\r') ? text.slice(0, -1) : text
      }
      if (held.byteLength > MAX_LINE) throw malformed()
      if (!(await more())) return held.byteLength === 0 ? atEnd() : fail()
    }
  }
  return {
    some: async (most) => {
      while (held.byteLength === 0) if (!(await more())) fail()
      const bytes = held.subarray(0, most)
      held = held.subarray(bytes.byteLength)
      return bytes
    },
    line: () => line(fail),
    lastLine: () => line(() => ''),
  }
}

function fail(): never {
  throw malformed()
}

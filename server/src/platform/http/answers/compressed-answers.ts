// Answers of text are compressed for clients that take it, in Node's thread pool: over a slow link a list comes in a quarter of the
// time. Nothing waits for that pool where it is busy: what finds no place is sent as it is.
import { pipeline, Readable, type Transform } from 'node:stream'
import zlib, { constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { AtOnce } from '#platform/fairness/at-once.ts'
import { senderOf } from '#platform/http/bodies/request-memory.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { preferredEncoding } from './accept-encoding.ts'

/** LEAST is from how many characters or bytes on an answer is compressed: what fits into one packet is no faster for it. */
export const LEAST = 1400
// A file beyond it would take a processor for as long as it is sent; its owner can store it compressed.
const LARGEST_FILE = 16 * 1024 * 1024
// At the same time, of one sender and in all. Streams have places of their own: one that is read slowly holds its place for long.
const TEXTS = { each: 16, all: 64 }
const STREAMS = { each: 8, all: 32 }

// What a window of 256 KB leaves out is little, and each that is under way holds one.
const WINDOW_BITS = 18
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS },
}
const ZSTD = { params: { [constants.ZSTD_c_windowLog]: WINDOW_BITS } }

type Compressed = (error: Error | null, bytes: Buffer) => void

interface Encoding {
  whole(text: string | Buffer, done: Compressed): void
  stream(): Transform
}

const ENCODINGS = {
  zstd: {
    whole: (text, done) => zlib.zstdCompress(text, ZSTD, done),
    stream: () => zlib.createZstdCompress(ZSTD),
  },
  br: {
    whole: (text, done) => zlib.brotliCompress(text, BROTLI, done),
    stream: () => zlib.createBrotliCompress(BROTLI),
  },
  gzip: { whole: (text, done) => zlib.gzip(text, done), stream: () => zlib.createGzip() },
} satisfies Readonly<Record<string, Encoding>>
const OFFERED = ['zstd', 'br', 'gzip'] as const

const TEXT =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|xml|yaml|x-ndjson|graphql-response\+json)\b|image\/svg\+xml|[\w/.-]+\+(?:json|xml)\b)/i

/** compressAnswers adds the hook that does it for all routes but those whose `config.compressed` is false. */
export function compressAnswers(app: App): void {
  const [takeText, takeStream] = [places(TEXTS), places(STREAMS)]
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isWorthIt(request, reply, payload)) return done()
    addVary(reply)
    const name = preferredEncoding(request.headers['accept-encoding']?.toString(), OFFERED)
    if (name === undefined || request.method === 'HEAD') return done()
    const release = (payload instanceof Readable ? takeStream : takeText)(senderOf(request).project)
    if (release === undefined) return done()
    markEncoded(reply, name)
    const { whole, stream } = ENCODINGS[name]
    if (payload instanceof Readable) return done(null, pipeline(payload, stream(), release))
    whole(payload, (error, bytes) => {
      release()
      if (error === null) done(null, bytes)
      else done(error)
    })
  })
}

// Returns what takes a place, and returns how it is given back, or undefined where there is none.
function places({ each, all }: typeof TEXTS) {
  const taken = new AtOnce<string>()
  let inAll = 0
  return (sender: string) => {
    if (inAll >= all || taken.of(sender) >= each) return undefined
    taken.add(sender)
    inAll += 1
    return () => {
      taken.remove(sender)
      inAll -= 1
    }
  }
}

/** leaveUncompressed is the hook that leaves out the routes of a scope. */
export function leaveUncompressed(route: RouteOptions): void {
  route.config = { ...route.config, compressed: false }
}

function isWorthIt(
  { routeOptions }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): payload is string | Buffer | Readable {
  const { statusCode: status } = reply
  if (routeOptions.config.compressed === false || status < 200 || status >= 300 || status === 206)
    return false
  if (reply.hasHeader('content-encoding') || !TEXT.test(String(reply.getHeader('content-type')))) return false
  if (/no-transform/i.test(String(reply.getHeader('cache-control')))) return false
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length >= LEAST
  const length = Number(reply.getHeader('content-length') ?? LEAST)
  return payload instanceof Readable && length >= LEAST && length <= LARGEST_FILE
}

// Caches keep an answer for each encoding, also the one that is not encoded.
function addVary(reply: FastifyReply): void {
  const vary = reply.getHeader('vary')
  if (vary === undefined) reply.header('vary', 'accept-encoding')
  else if (!/accept-encoding/i.test(`${vary}`)) reply.header('vary', `${vary}, accept-encoding`)
}

// Its bytes are others for each encoding, so that no tag of them is a strong one (RFC 9110, 8.8.1), and no part of what is not encoded
// goes on with them: a date would be a strong validator for that.
function markEncoded(reply: FastifyReply, name: string): void {
  reply.header('content-encoding', name)
  for (const other of ['accept-ranges', 'content-length', 'last-modified']) reply.removeHeader(other)
  const tag = String(reply.getHeader('etag') ?? '')
  if (tag.startsWith('"')) reply.header('etag', `W/${tag}`)
}

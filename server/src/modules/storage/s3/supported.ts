// What requests may ask for. Whatever else an address or a header says would be left out without a word: a request that only
// reads is refused where it asks for something known, one that writes or deletes also where it asks for something unknown.
import type { FastifyRequest } from 'fastify'
import { s3Error } from './s3-errors.ts'

// Of what S3 has besides the objects and buckets themselves.
const OTHER_RESOURCES: ReadonlySet<string> = new Set([
  'accelerate',
  'acl',
  'analytics',
  'attributes',
  'cors',
  'encryption',
  'intelligent-tiering',
  'inventory',
  'legal-hold',
  'lifecycle',
  'logging',
  'metrics',
  'notification',
  'object-lock',
  'ownershipControls',
  'policy',
  'policyStatus',
  'publicAccessBlock',
  'replication',
  'requestPayment',
  'restore',
  'retention',
  'select',
  'tagging',
  'torrent',
  'versions',
  'website',
])

// What a request that writes can say in its address.
const WRITES: ReadonlySet<string> = new Set(['delete', 'partNumber', 'uploadId', 'uploads', 'x-id'])
// Clients that sign addresses write headers into them. These say what is done; what else begins so is of the signature, or a hint.
const HOISTED = /^x-amz-(?:copy-source|meta-|metadata-directive)/
const HINT = /^x-amz-/

// Headers without which a client would take an object for something that it is not.
const HEADERS =
  /^x-amz-(?:object-lock-.*|(?:copy-source-)?server-side-encryption-customer-.*|tagging|website-redirect-location|write-offset-bytes)$/

/** checkSupported throws NotImplemented where a request asks for what is not there, and takes headers that are in its address. */
export function checkSupported({ method, query, headers }: FastifyRequest): void {
  const isRead = method === 'GET' || method === 'HEAD'
  for (const [name, value] of Object.entries(query as Record<string, string | string[]>)) {
    const header = name.toLowerCase()
    if (typeof value !== 'string') throw s3Error('InvalidRequest', `${name.slice(0, 100)}: is there twice.`)
    if (name === 'versionId' && value === 'null') continue
    const isKnown = isRead ? name !== 'versionId' : WRITES.has(name) || HINT.test(header)
    if (!isKnown || OTHER_RESOURCES.has(name) || HEADERS.test(header)) throw notSupported(name)
    if (HOISTED.test(header)) headers[header] ??= value
  }
  const other = Object.keys(headers).find((name) => HEADERS.test(name))
  if (other !== undefined) throw notSupported(other)
}

function notSupported(name: string) {
  return s3Error('NotImplemented', `${name.slice(0, 100)}: is not supported here.`)
}

// Signatures, by the examples of Amazon's documentation.
import { expect, test } from 'vitest'
import { readChunks } from './chunked-body.ts'
import { checkSignature, EMPTY_SHA256, readSigned, signingKey } from './signature.ts'

const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const DATE = '20130524T000000Z'

function signedGet(signature: string) {
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': EMPTY_SHA256,
    'x-amz-date': DATE,
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
      `SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=${signature}`,
  }
  return { method: 'GET', url: '/test.txt', headers }
}

const FITTING = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'

function check(request: ReturnType<typeof signedGet>): void {
  const signed = readSigned(request)
  checkSignature(request, signed, signingKey(SECRET, signed))
}

test('a signed request is recognised', () => {
  expect(() => check(signedGet(FITTING))).not.toThrow()
})

test('a request that was changed is not', () => {
  const request = signedGet(FITTING)
  for (const changed of [
    { ...request, method: 'PUT' },
    { ...request, url: '/test.txt?versionId=1' },
    { ...request, url: '/other.txt' },
    { ...request, headers: { ...request.headers, range: 'bytes=0-99' } },
    { ...request, headers: { ...request.headers, host: 'other.s3.amazonaws.com' } },
    signedGet(FITTING.replace('f', '0')),
    signedGet(''),
  ])
    expect(() => check(changed)).toThrow('does not fit')
  const added = { ...request, headers: { ...request.headers, 'x-amz-copy-source': '/a/b' } }
  expect(() => check(added)).toThrow('x-amz-copy-source must be signed')
})

test.each([
  [{ authorization: 'Bearer x' }],
  [{ authorization: 'AWS4-HMAC-SHA256 ' }],
  [{ authorization: 'AWS4-HMAC-SHA256 Credential=a/20130524/us-east-1/iam/aws4_request' }],
  [{}],
])('%j is no signature', (headers) => {
  expect(() => readSigned({ method: 'GET', url: '/', headers })).toThrow()
})

const PIECES: readonly [number, string][] = [
  [65_536, 'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648'],
  [1024, '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497'],
  [0, 'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9'],
]

const encoded = (letter = 'a') =>
  PIECES.map(([size, signature], n) => {
    const content = (n === 1 ? letter : 'a').repeat(size)
    return `${size.toString(16)};chunk-signature=${signature}\r\n${content}\r\n`
  }).join('')

async function decode(text: string, step: number): Promise<string> {
  const signed = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    day: '20130524',
    region: 'us-east-1',
    date: DATE,
    headers: ['host'],
    signature: '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
    expires: undefined,
    payload: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
  }
  async function* body() {
    for (let at = 0; at < text.length; at += step) yield Buffer.from(text.slice(at, at + step))
  }
  const found: Uint8Array[] = []
  for await (const bytes of readChunks(body(), { signed, key: signingKey(SECRET, signed) }, undefined))
    found.push(bytes)
  return Buffer.concat(found).toString()
}

test('a body of signed pieces is read, however it arrives', async () => {
  for (const step of [7, 1000, 100_000]) expect(await decode(encoded(), step)).toBe('a'.repeat(66_560))
})

test('a body with a changed, missing or endless piece is refused', async () => {
  await expect(decode(encoded('b'), 1000)).rejects.toThrow('does not fit')
  await expect(decode(encoded().slice(0, 60_000), 1000)).rejects.toThrow('ends too early')
  await expect(decode(encoded().slice(0, 66_700), 1000)).rejects.toThrow('ends too early')
  await expect(decode('x'.repeat(10_000), 100)).rejects.toThrow('aws-chunked')
})

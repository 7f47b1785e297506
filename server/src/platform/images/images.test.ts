// Images: what they are turned into, what is refused, and that each is made once.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IMAGE_FORMATS, type ImageFormat, type ImageOptions } from '#engine/shapes/image-options.ts'
import { BlobMissing } from '#platform/blobs/store/blob-errors.ts'
import { openGates } from '#platform/fairness/gates.ts'
import { quietLog } from '#test/test-database.ts'
import { blurHash, blurHashOf } from './blur-hash.ts'
import { openImageCache } from './image-cache.ts'
import { openImages } from './images.ts'
import { MAX_PIXELS, transformImage } from './transform-image.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-images-'))
})
afterAll(() => rm(folder, { recursive: true }))

const RED = '#ff0000'
const plain = (width: number, height: number, background: string = RED) =>
  sharp({ create: { width, height, channels: 3, background } })
const png = (width: number, height: number) => plain(width, height).png().toBuffer()

async function sizeOf(source: Buffer, options: ImageOptions): Promise<[number, number]> {
  const { bytes } = await transformImage(source, options)
  const { width, height } = await sharp(bytes).metadata()
  return [width, height]
}

test.each([
  [{ width: 50 }, [50, 25]],
  [{ height: 50 }, [100, 50]],
  [{ width: 50, height: 50 }, [50, 50]],
  [{ width: 50, height: 50, fit: 'fill' }, [50, 50]],
  [{ width: 50, height: 50, fit: 'contain' }, [50, 50]],
  [{ width: 50, height: 50, fit: 'inside' }, [50, 25]],
  [{ width: 50, height: 50, fit: 'outside' }, [100, 50]],
  [{ width: 1000, height: 1000, fit: 'inside' }, [200, 100]],
  [{ width: 400 }, [400, 200]],
  [{}, [200, 100]],
] as const)('resizes 200 × 100 with %j to %j', async (options, size) => {
  expect(await sizeOf(await png(200, 100), options)).toEqual(size)
})

test.each(Object.keys(IMAGE_FORMATS) as ImageFormat[])('writes and reads %s', async (format) => {
  const made = await transformImage(await png(20, 10), { format })
  expect(made.format).toBe(format)
  expect((await sharp(made.bytes).metadata()).mediaType).toBe(IMAGE_FORMATS[format])
  expect((await transformImage(made.bytes, { width: 10 })).format).toBe(format)
})

test('makes a PNG of a GIF', async () => {
  expect((await transformImage(await plain(20, 10).gif().toBuffer(), {})).format).toBe('png')
})

test('makes smaller files of lower quality', async () => {
  const noise = await sharp(Buffer.from(Array.from({ length: 120_000 }, (_, n) => (n * 7919) % 251)), {
    raw: { width: 200, height: 200, channels: 3 },
  })
    .png()
    .toBuffer()
  const bytes = async (quality: number) =>
    (await transformImage(noise, { format: 'jpeg', quality })).bytes.length
  expect(await bytes(10)).toBeLessThan((await bytes(90)) / 2)
})

test('turns an image upright, and strips where and with what it was taken', async () => {
  const source = await plain(20, 10)
    .withExif({ IFD0: { Artist: 'Amina' }, IFD3: { GPSLatitude: '6/1 10/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(source).metadata()).orientation).toBe(6)
  const { bytes } = await transformImage(source, {})
  const { width, height, exif, orientation } = await sharp(bytes).metadata()
  expect([width, height, exif, orientation]).toEqual([10, 20, undefined, undefined])
  expect(bytes.includes('Amina')).toBe(false)
})

test('adds white around a JPEG, and nothing visible around others', async () => {
  const corner = async (format: ImageFormat) => {
    const { bytes } = await transformImage(await png(20, 10), {
      width: 20,
      height: 20,
      fit: 'contain',
      format,
    })
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    return [...data.subarray(0, info.channels)]
  }
  expect((await corner('jpeg')).every((value) => value > 250)).toBe(true)
  expect((await corner('png')).at(-1)).toBe(0)
})

// A PNG that claims to be so large and has next to no bytes.
function bomb(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const frame = Buffer.alloc(8 + body.length)
    frame.writeUInt32BE(data.length, 0)
    body.copy(frame, 4)
    frame.writeUInt32BE(crc(body), 4 + body.length)
    return frame
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc(bytes: Buffer): number {
  let value = ~0
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  }
  return ~value >>> 0
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><image href="/etc/passwd"/></svg>'

test('refuses decompression bombs, by their size in pixels', async () => {
  const refused = { code: 'invalid_input', details: { max_pixels: MAX_PIXELS } }
  for (const source of [bomb(60_000, 60_000), bomb(10_000, 5_001)]) {
    await expect(transformImage(source, { width: 10 })).rejects.toMatchObject(refused)
    await expect(blurHashOf(source)).rejects.toMatchObject(refused)
  }
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('habari')],
  ['an SVG', Buffer.from(SVG)],
  ['a PDF', Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n')],
  ['an image that lacks most of its pixels', bomb(1000, 1000)],
])('refuses %s', async (_, source) => {
  const refused = { code: 'invalid_input', message: expect.stringContaining('is not an image') }
  await expect(transformImage(source, { width: 10 })).rejects.toMatchObject(refused)
})

test('refuses a TIFF, which is an image that few browsers show', async () => {
  await expect(transformImage(await plain(10, 10).tiff().toBuffer(), {})).rejects.toThrow('is not an image')
})

test('makes no image of a line that would become a very large one', async () => {
  const line = await png(1, 5000)
  for (const options of [{ width: 4096 }, { width: 10, height: 10, fit: 'outside' }] as const)
    await expect(transformImage(line, options)).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await sizeOf(line, {})).toEqual([1, 4096])
})

test('computes a BlurHash', async () => {
  const colour = (hash: string) => {
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'
    return [...hash.slice(2, 6)].reduce((value, digit) => value * 83 + digits.indexOf(digit), 0).toString(16)
  }
  expect(colour(await blurHashOf(await png(40, 40)))).toBe('ff0000')
  expect(await blurHashOf(await png(40, 40))).toHaveLength(4 + 2 * 16)
  expect(await blurHashOf(await png(400, 10))).toHaveLength(4 + 2 * 4)
  // The average of black and white, in linear light.
  const half = Uint8Array.from({ length: 4 * 4 * 3 }, (_, n) => (Math.floor(n / 3) % 4 < 2 ? 0 : 255))
  const gradient = blurHash(half, 4, 4, 3)
  expect(colour(gradient)).toBe('bcbcbc')
})

function openTestImages(source: Buffer, name: string, maxBytes = 1e6) {
  let loads = 0
  const blobs = {
    load: async () => {
      loads += 1
      return source
    },
  }
  const cache = openImageCache(join(folder, name), maxBytes)
  const images = openImages({ blobs, cache, gate: openGates().images, log: quietLog })
  return { images, loads: () => loads }
}

const tenant = { project: 'p', account: 'a' }

test('makes each image once, also after a restart and for callers that come at once', async () => {
  const source = await png(20, 10)
  const first = openTestImages(source, 'once')
  const options = { width: 10, format: 'webp' } as const
  const all = await Promise.all(
    Array.from({ length: 5 }, () => first.images.transform(tenant, 'one', options)),
  )
  expect(first.loads()).toBe(1)
  expect(all.every(({ contentType }) => contentType === 'image/webp')).toBe(true)
  await first.images.transform(tenant, 'two', options)
  expect(first.loads()).toBe(2)
  const second = openTestImages(source, 'once')
  expect(await second.images.transform(tenant, 'one', options)).toEqual(all[0])
  expect(await second.images.blurHash(tenant, 'one')).toBe(await blurHashOf(source))
  expect(second.loads()).toBe(1)
})

test('keeps the cache below its size, and what was read last', async () => {
  const cache = openImageCache(join(folder, 'small'), 1000)
  for (const name of ['a', 'b', 'c']) await cache.add('project', name, Buffer.alloc(400, name))
  await expect.poll(() => readdir(join(folder, 'small'))).toHaveLength(2)
  expect(await cache.find('project', 'a')).toBeUndefined()
  expect(String(await cache.find('project', 'b'))).toBe('b'.repeat(400))
  await cache.add('project', 'd', Buffer.alloc(400, 'd'))
  expect(await cache.find('project', 'c')).toBeUndefined()
  expect(await cache.find('project', 'b')).toBeDefined()
  await cache.add('project', 'large', Buffer.alloc(1001))
  expect(await cache.find('project', 'large')).toBeUndefined()
})

test('forgets what is cached of a project, and nothing else', async () => {
  const cache = openImageCache(join(folder, 'projects'), 1000)
  await cache.add('one', 'a', Buffer.from('a'))
  await cache.add('two', 'a', Buffer.from('b'))
  await cache.forget('one')
  expect(await cache.find('one', 'a')).toBeUndefined()
  expect(String(await cache.find('two', 'a'))).toBe('b')
  expect(await readdir(join(folder, 'projects'))).toHaveLength(1)
})

test('answers although the cache cannot be written to', async () => {
  await writeFile(join(folder, 'file'), '')
  const { images } = openTestImages(await png(20, 10), 'file/cache')
  expect((await images.transform(tenant, 'one', { width: 10 })).contentType).toBe('image/png')
})

test('passes on what the store refuses, and tries again the next time', async () => {
  let missing = true
  const load = async () => {
    if (missing) throw new BlobMissing('one')
    return png(20, 10)
  }
  const cache = openImageCache(join(folder, 'missing'), 1e6)
  const images = openImages({ blobs: { load }, cache, gate: openGates().images, log: quietLog })
  await expect(images.transform(tenant, 'one', {})).rejects.toThrow(BlobMissing)
  missing = false
  expect((await images.transform(tenant, 'one', {})).contentType).toBe('image/png')
})

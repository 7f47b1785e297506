// A small npm registry for tests: packages that they publish, served as npm's own registry does.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** Published is one version of a package. */
export interface Published {
  readonly name: string
  readonly version?: string
  /** manifest is what its package.json says beside name and version. */
  readonly manifest?: object
  readonly files?: Readonly<Record<string, string>>
  /** tarball replaces the file made of these. */
  readonly tarball?: Buffer
  /** dist replaces parts of what the packument says of the file. */
  readonly dist?: object
}

/** TestRegistry is a registry that listens. */
export interface TestRegistry {
  readonly url: string
  /** requests are the paths that were asked for. */
  readonly requests: string[]
  publish(...packages: Published[]): void
  /** answer replaces how requests are answered, undefined puts it back. */
  answer(listener: RequestListener | undefined): void
  /** serve answers a request as the registry itself does. */
  readonly serve: RequestListener
  close(): void
}

/** openTestRegistry listens on a port of its own. */
export async function openTestRegistry(): Promise<TestRegistry> {
  const packages = new Map<string, Map<string, { manifest: object; tarball: Buffer }>>()
  const requests: string[] = []
  let other: RequestListener | undefined
  const pathOf = ({ url = '' }: IncomingMessage) => decodeURIComponent(url).slice(1)
  const server = createServer((request, response) => {
    requests.push(pathOf(request))
    ;(other ?? serve)(request, response)
  })
  const serve: RequestListener = (request, response) => {
    const path = pathOf(request)
    const [name = '', file] = path.split('/-/')
    const versions = packages.get(name)
    if (versions === undefined) return response.writeHead(404).end('{}')
    if (file === undefined) {
      const all = Object.fromEntries([...versions].map(([version, { manifest }]) => [version, manifest]))
      const tags = { latest: [...versions.keys()].at(-1) }
      return response.end(JSON.stringify({ name, 'dist-tags': tags, versions: all }))
    }
    const version = file.slice((name.split('/').at(-1) ?? '').length + 1, -'.tgz'.length)
    const found = versions.get(version)
    return found === undefined ? response.writeHead(404).end() : response.end(found.tarball)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    serve,
    publish(...published) {
      for (const { name, version = '1.0.0', manifest = {}, files = {}, dist, ...given } of published) {
        const whole = { name, version, ...manifest }
        const tarball = given.tarball ?? pack({ 'package.json': JSON.stringify(whole), ...files })
        const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
        const versions = packages.get(name) ?? new Map()
        packages.set(
          name,
          versions.set(version, { tarball, manifest: { ...whole, dist: { integrity, ...dist } } }),
        )
      }
    },
    answer(listener) {
      other = listener
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** pack returns a gzipped tar of files in the folder `package`, or of paths as they are where they begin with a slash. */
export function pack(files: Readonly<Record<string, string | Buffer>>, type = '0'): Buffer {
  const blocks = Object.entries(files).flatMap(([path, content]) => {
    const bytes = Buffer.from(content)
    const name = path.startsWith('/') ? path.slice(1) : `package/${path}`
    return [header(name, bytes.length, type), bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}

function header(name: string, size: number, type: string): Buffer {
  const block = Buffer.alloc(512)
  block.write(name, 0, 100)
  block.write('0000644\0', 100)
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  block.write(`        ${type}`, 148)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((all, byte) => all + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

// Drives the routes of storage in tests.
import type { Answer, TestApp, TestProject } from '#test/harness.ts'

type Headers = Record<string, string>

/** StorageDriver calls the routes of one project. */
export interface StorageDriver {
  readonly path: string
  /** bucket creates a bucket. */
  bucket(slug: string, more?: object): Promise<Answer>
  put(bucket: string, name: string, body: string | Buffer, headers?: Headers): Promise<Answer>
  post(bucket: string, name: string, body: string | Buffer, headers?: Headers): Promise<Answer>
  get(path: string, headers?: Headers): Promise<Answer>
  call(method: string, path: string, body?: unknown): Promise<Answer>
  /** callAt calls a route by its whole path. */
  callAt(method: string, path: string, body?: unknown): Promise<Answer>
  /** open calls an address as it is, without credentials. */
  open(method: string, url: string, body?: string | Buffer, headers?: Headers): Promise<Answer>
}

/** driveStorage calls as the project's secret key, or as another caller. */
export function driveStorage(
  app: TestApp,
  project: TestProject,
  as: { key?: string; token?: string } = { key: project.secret },
): StorageDriver {
  const path = `/projects/${project.id}/storage`
  const send =
    (method: string) =>
    (bucket: string, name: string, raw: string | Buffer, headers: Headers = {}) => {
      const [before = '', query] = name.split('?')
      const encoded = before.split('/').map(encodeURIComponent).join('/')
      const address = `${path}/buckets/${bucket}/objects/${encoded}${query === undefined ? '' : `?${query}`}`
      return app.api(method, address, {
        ...as,
        raw,
        headers: { 'content-type': 'application/octet-stream', ...headers },
      })
    }
  const call: StorageDriver['call'] = (method, rest, body) =>
    app.api(method, `${path}${rest}`, { ...as, body })
  return {
    path,
    call,
    callAt: (method, whole, body) => app.api(method, whole, { ...as, body }),
    put: send('PUT'),
    post: send('POST'),
    bucket: async (slug, more = {}) => {
      const made = await app.api('POST', `${path}/buckets`, {
        key: project.secret,
        body: { name: slug, slug, ...more },
      })
      if (made.status !== 201) throw new Error(`could not create a bucket: ${made.text}`)
      return made
    },
    get: (rest, headers = {}) => app.api('GET', `${path}${rest}`, { ...as, headers }),
    open: (method, url, raw, headers = {}) => {
      const { pathname, search } = new URL(url)
      const sent =
        raw === undefined ? {} : { raw, headers: { 'content-type': 'application/octet-stream', ...headers } }
      return app.api(method, `/${pathname}${search}`, sent)
    },
  }
}

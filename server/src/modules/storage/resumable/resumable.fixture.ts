// Speaks tus to a server in tests.
import type { StorageObject } from '#modules/storage/objects/objects.store.ts'
import type { Answer, TestApp, TestProject } from '#test/harness.ts'

type Headers = Record<string, string>
type As = { readonly key?: string; readonly token?: string }

/** TusDriver speaks tus as one caller. */
export interface TusDriver {
  create(metadata: Headers, headers: Headers, body?: Buffer, bucket?: string): Promise<Answer>
  /** begin creates an upload of so many bytes and returns its path below /api/v1. */
  begin(name: string, length: number, more?: Headers): Promise<string>
  patch(path: string, offset: number, body: Buffer | string, headers?: Headers): Promise<Answer>
  head(path: string, headers?: Headers): Promise<Answer>
  get(path: string): Promise<Answer<{ offset: number; object: StorageObject | null }>>
  end(path: string, headers?: Headers): Promise<Answer>
}

/** VERSION is the header of every request of tus. */
export const VERSION: Headers = { 'tus-resumable': '1.0.0' }

/** encode writes Upload-Metadata. */
export function encode(metadata: Headers): string {
  return Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

/** pathIn returns the path of an upload below /api/v1, from Location. */
export function pathIn({ headers }: Answer): string {
  return new URL(String(headers.location)).pathname.replace('/api/v1', '')
}

/** driveTus speaks as the project's secret key, or as another caller. */
export function driveTus(app: TestApp, project: TestProject, as: As = { key: project.secret }): TusDriver {
  const create: TusDriver['create'] = (metadata, headers, raw, bucket = 'docs') =>
    app.api('POST', `/projects/${project.id}/storage/buckets/${bucket}/resumable`, {
      ...as,
      ...(raw === undefined ? {} : { raw }),
      headers: {
        ...VERSION,
        ...(Object.keys(metadata).length > 0 && { 'upload-metadata': encode(metadata) }),
        ...(raw !== undefined && { 'content-type': 'application/offset+octet-stream' }),
        ...headers,
      },
    })
  return {
    create,
    begin: async (name, length, more = {}) => {
      const answer = await create({ name, ...more }, { 'upload-length': String(length) })
      if (answer.status !== 201) throw new Error(`could not begin an upload: ${answer.text}`)
      return pathIn(answer)
    },
    patch: (path, offset, raw, headers = {}) =>
      app.api('PATCH', path, {
        ...as,
        raw,
        headers: {
          ...VERSION,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
          ...headers,
        },
      }),
    head: (path, headers = VERSION) => app.api('HEAD', path, { ...as, headers }),
    get: (path) => app.api('GET', path, as),
    end: (path, headers = VERSION) => app.api('DELETE', path, { ...as, headers }),
  }
}

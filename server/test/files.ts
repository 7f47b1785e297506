// Stored files for tests that need the ids of some.
import type { TestApp, TestProject } from './harness.ts'

/** uploadFiles stores files in the bucket `files` of a project, and returns their ids in ascending order. */
export async function uploadFiles(app: TestApp, project: TestProject, count: number): Promise<string[]> {
  const path = `/projects/${project.id}/storage/buckets`
  await app.api('POST', path, { key: project.secret, body: { name: 'files' } })
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const name = crypto.randomUUID()
    const sent = { raw: name, headers: { 'content-type': 'text/plain' } }
    const made = await app.api('PUT', `${path}/files/objects/${name}.txt`, { key: project.secret, ...sent })
    if (made.status !== 201) throw new Error(`could not store a file: ${made.text}`)
    ids.push(made.data.id)
  }
  return ids.sort()
}

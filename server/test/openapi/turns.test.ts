// The first descriptions after a start are written in slices: others have their turn meanwhile.
import { expect, test } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import { turnsOf } from '#test/watchdog/turns.ts'

// Of all the processor time that it takes.
const MOST = 1 / 4

test('no turn of the first description of the server is long, nor of a project', async () => {
  const app = await startTestApp()
  try {
    const server = await turnsOf(() => app.api('GET', '//openapi.yaml'))
    expect(server.longest / server.total, `of ${server.count} turns`).toBeLessThan(MOST)
    const { id, token } = await app.createProject()
    const project = await turnsOf(() => app.api('GET', `/projects/${id}/openapi.yaml`, { token }))
    // It is small beside that of the server, from which it takes parts.
    expect(project.longest / server.total, `of ${project.count} turns`).toBeLessThan(MOST)
  } finally {
    await app.stop()
  }
})

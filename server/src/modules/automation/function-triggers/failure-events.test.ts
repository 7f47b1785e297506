// The event `function.failed`: folded, and without loops.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handler } from '#modules/automation/functions/functions.fixture.ts'
import { openTriggersLab, RECORD, type TriggersLab } from './triggers-lab.fixture.ts'

let lab: TriggersLab
beforeAll(async () => {
  lab = await openTriggersLab()
})
afterAll(() => lab.app.stop())

const invoke = (id: string) => lab.call('POST', `/${id}/invoke`, {})

test('many failures of a function are one event a minute; calls that found no place are none', async () => {
  const recorder = await lab.deployed({ name: 'Record', code: RECORD })
  const { path } = await lab.listen(recorder.id, { events: ['function.failed'] })
  const broken = await lab.deployed({ name: 'Broken', code: handler(`throw new Error('out of order')`) })
  const slow = await lab.deployed({
    name: 'Slow',
    ...{ concurrency: 1, timeout_ms: 2000 },
    code: handler(`await new Promise((done) => setTimeout(done, 60_000))`),
  })
  for (let n = 0; n < 3; n++) await invoke(broken.id)
  const answers = await Promise.all([invoke(slow.id), invoke(slow.id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([429, 504])
  // The first notice of a function comes at once, and may already count several failures.
  const counts = async () => {
    const sum: Record<string, number> = {}
    for (const { event } of await lab.seen(1)) {
      const { slug } = event.data.function
      sum[slug] = (sum[slug] ?? 0) + event.data.failures
    }
    return sum
  }
  await lab.seen(2)
  expect(await counts()).toMatchObject({ slow: 1, broken: expect.toSatisfy((n: number) => n >= 1) })
  for (let n = 0; n < 20; n++) await invoke(broken.id)
  lab.app.clock.advance(61)
  await lab.app.upkeep('function-triggers')
  await expect.poll(counts, { interval: 50, timeout: 30_000 }).toEqual({ slow: 1, broken: 23 })
  const events = (await lab.seen(3)).map(({ event }) => event)
  expect(events.filter(({ data }) => data.function.slug === 'broken').length).toBeLessThanOrEqual(3)
  expect(events.at(-1)).toMatchObject({
    type: 'function.failed',
    data: {
      function: { id: broken.id, slug: 'broken' },
      latest: { trigger: 'invoke', status: 500, error: 'out of order' },
    },
  })
  await lab.call('DELETE', path)
})

test('a function that fails at being told of failures does not call itself', async () => {
  const fn = await lab.deployed({ name: 'Loops', code: handler(`throw new Error('again')`) })
  const { path } = await lab.listen(fn.id, { events: ['function.failed'] })
  await invoke(fn.id)
  await lab.deliveries(path, [{ status: 'pending', attempts: 1 }])
  lab.app.clock.advance(61)
  // Due again after 5 s: the same event, and no other. What follows counts the calls by hand alone.
  await lab.deliveries(path, [{ status: 'pending', attempts: 2 }])
  await invoke(fn.id)
  const [, second] = await lab.deliveries(path, [{ attempts: 2 }, { status: 'pending', attempts: 1 }])
  const { data } = await lab.call('GET', `${path}/deliveries/${second.id}`)
  expect(data.payload.data).toMatchObject({ failures: 1, latest: { trigger: 'invoke' } })
})

// When a process counts as hung.
import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { Blame } from './blame.ts'
import { LIMITS, ProjectRuntime } from './project-runtime.ts'
import type { WorkerdProcess } from './workerd-process.ts'

const silent = new Promise<never>(() => {})

// A process that answers no ping, and no invocation where it is given one. Its processor time is what the test says.
async function openRuntime(load: () => Promise<void> = () => silent) {
  const [ends, blames]: [string[], Blame[]] = [[], []]
  const state = { cpu: 0, pings: 0, killed: false, ends }
  const process: Partial<WorkerdProcess> = {
    ended: silent,
    load,
    loads: () => 1,
    memory: () => 0,
    cpu: () => state.cpu,
    ping: () => {
      state.pings += 1
      return silent
    },
    kill: async () => {
      state.killed = true
    },
  }
  const events = {
    onEnd: (blame: Blame) => void [ends.push(blame.reason), blames.push(blame)],
    onCpu: () => {},
  }
  const runtime = new ProjectRuntime(async () => process as WorkerdProcess, LIMITS, events)
  const invoke = (name: string) => {
    const worker = { id: 'i', name, worker: name, method: 'GET', path: '/', headers: {}, timeMs: 1000 }
    runtime.invoke(worker).catch(() => {})
    return setImmediate()
  }
  await invoke('a')
  return { runtime, state, blames, invoke }
}

test('a process that is silent is left alone, however long, while it takes no processor time', async () => {
  const { runtime, state } = await openRuntime()
  state.cpu = 5_000
  for (let round = 0; round < 1_000; round += 1) runtime.watch()
  state.cpu += LIMITS.hangMs - 10
  runtime.watch()
  expect(state).toMatchObject({ pings: 1, killed: false, ends: [] })
})

test('a process that is silent and has taken too much of it is replaced', async () => {
  const { runtime, state } = await openRuntime()
  runtime.watch()
  state.cpu += LIMITS.hangMs
  runtime.watch()
  expect(state).toMatchObject({ killed: true, ends: ['too much processor time'] })
})

test('so is one that works on after its only invocation has ended', async () => {
  const { runtime, state } = await openRuntime(() => Promise.reject(new Error('at its time limit')))
  runtime.watch()
  expect(state.pings).toBe(0)
  state.cpu += LIMITS.hangMs
  runtime.watch()
  state.cpu += LIMITS.hangMs
  runtime.watch()
  expect(state).toMatchObject({ pings: 1, killed: true, ends: ['too much processor time'] })
})

test('what began long after an endless turn is no suspect, but was cut off', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const { runtime, state, blames, invoke } = await openRuntime()
    runtime.watch()
    await invoke('b')
    vi.advanceTimersByTime(1000)
    await invoke('c')
    state.cpu += LIMITS.hangMs
    runtime.watch()
    expect(blames).toMatchObject([{ cause: 'processor time', culprit: undefined }])
    expect(blames[0]?.ran.map(({ name }) => name).toSorted()).toEqual(['a', 'b'])
    expect(blames[0]?.cutOff.map(({ name }) => name).toSorted()).toEqual(['a', 'b', 'c'])
  } finally {
    vi.useRealTimers()
  }
})

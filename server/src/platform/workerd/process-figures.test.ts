// What is read of a process, and what is not made up of one that is gone.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { openProcessFigures } from './process-figures.ts'

test.runIf(process.platform === 'linux')('memory and processor time of this process are known', () => {
  const figures = openProcessFigures(process.pid)
  const before = { thread: figures.threadCpu() as number, all: figures.cpu() }
  let sum = 0
  while (figures.cpu() < before.all + 30) for (let i = 0; i < 1e5; i++) sum += Math.sqrt(i)
  expect(sum).toBeGreaterThan(0)
  expect(figures.threadCpu()).toBeGreaterThan(before.thread)
  expect(figures.memory()).toBeGreaterThan(10 * 1024 * 1024)
  figures.close()
  expect([figures.memory(), figures.cpu(), figures.threadCpu()]).toEqual([0, 0, undefined])
})

test('nothing is known of a process that has ended, or never was', async () => {
  const child = spawn(process.execPath, ['-e', '0'])
  const figures = openProcessFigures(child.pid)
  await once(child, 'close')
  expect([figures.memory(), figures.cpu(), figures.threadCpu()]).toEqual([0, 0, undefined])
  figures.close()
  const none = openProcessFigures(undefined)
  expect([none.memory(), none.cpu(), none.threadCpu()]).toEqual([0, 0, undefined])
  none.close()
})

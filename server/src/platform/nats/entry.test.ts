// Entries carry the steps of a log unchanged, so that another node counts the same offsets.
import { expect, test } from 'vitest'
import { ChangeLog, type Step } from '#platform/changes/feed/change-log.ts'
import { countOffsets, decodeEntry, encodeEntry } from './entry.ts'

test('a log written from entries has the same offset and the same interruptions', () => {
  const [log, other] = [new ChangeLog(LIMITS), new ChangeLog(LIMITS)]
  const heard: unknown[] = []
  const steps: Step[] = []
  log.restart('e', 5)
  other.restart('e', 5)
  other.onBreak((table, reason) => heard.push([table, reason]))
  log.onStep((_, step) => steps.push(step))
  for (const each of [log, other]) each.open('t')
  log.append([undefined, undefined])
  log.skip(1_000_000)
  log.breakOff('t', 'flood')
  log.append([undefined])
  const entry = { epoch: 'e', from: 5, steps }
  const bytes = encodeEntry(entry)
  // However many changes a gap has.
  expect(bytes.length).toBeLessThan(500)
  const decoded = decodeEntry(bytes)
  expect(countOffsets(decoded.steps)).toBe(1_000_003)
  for (const step of decoded.steps) other.write(step)
  expect([other.top, other.cursor]).toEqual([log.top, log.cursor])
  expect(other.since('t', 7, 'e')).toBeUndefined()
  expect(heard).toEqual([['t', 'flood']])
})

const LIMITS = { changes: 10, bytes: 10_000 }

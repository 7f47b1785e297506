// boto3, the client of Python, for tests: as the system has installed it.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Access } from '#modules/storage/s3/s3.fixture.ts'
import { startChild } from '#test/child-process.ts'

const env = { PATH: process.env.PATH, HOME: process.env.HOME }

/** NO_BOTO3 is why tests with boto3 are skipped, or undefined where there is one. */
export const NO_BOTO3 = isThere() ? undefined : 'no boto3 on this machine: install it for python3'
if (NO_BOTO3 !== undefined) console.log(`skipped: ${NO_BOTO3}`)

function isThere(): boolean {
  try {
    execFileSync('python3', ['-c', 'import boto3'], { stdio: 'ignore', env })
    return true
  } catch {
    return false
  }
}

/** Boto3Answer is what a call returned, or the code of its error. */
export interface Boto3Answer {
  readonly code?: string
  readonly etag?: string
  readonly upload?: string
  readonly codes?: readonly string[]
  readonly bytes?: string
  readonly names?: readonly string[]
  readonly url?: string
}

/** Boto3 is a process that has one client. */
export interface Boto3 {
  /** call calls a method of the client, one at a time; a body is base64. */
  call(name: string, params: object): Promise<Boto3Answer>
  stop(): Promise<void>
}

/** startBoto3 starts a process with a client. */
export function startBoto3(access: Access): Boto3 {
  const script = fileURLToPath(new URL('boto3-lines.py', import.meta.url))
  const python = startChild('python3', ['-B', script], { env, input: true })
  const lines = createInterface(python.stdout)[Symbol.asyncIterator]()
  python.stdin.write(`${JSON.stringify(access)}\n`)
  return {
    call: async (name, params) => {
      python.stdin.write(`${JSON.stringify({ name, params })}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error(`boto3 ended at ${name}`)
      return JSON.parse(value)
    },
    stop: async () => {
      const exit = once(python, 'exit')
      python.stdin.end()
      await exit
    },
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const EXIT = new URL('./exit.ts', import.meta.url).href

test('ends while its threads are busy for long, having said what it had to', async () => {
  const code = `
    import { pbkdf2 } from 'node:crypto'
    import { exit } from ${JSON.stringify(EXIT)}
    process.once('exit', (code) => console.log('listener', code))
    pbkdf2('password', 'salt', 2 ** 31 - 1, 64, 'sha512', () => {})
    // The thread has begun.
    setImmediate(() => {
      console.error('a sentence')
      exit(3)
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code])
  try {
    const [said, listened, [exitCode]] = await Promise.all([
      text(child.stderr),
      text(child.stdout),
      once(child, 'exit'),
    ])
    expect({ said, listened, exitCode }).toEqual({
      said: 'a sentence\n',
      listened: 'listener 3\n',
      exitCode: 3,
    })
  } finally {
    child.kill('SIGKILL')
  }
})

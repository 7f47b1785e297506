// Runs the modules of a list, one after the other, and writes what each has exported as `value`, and printed.
import { readFile, writeFile } from 'node:fs/promises'
import { inspect } from 'node:util'

const [list = '', to = ''] = process.argv.slice(2)
const ran: object[] = []
for (const { file } of JSON.parse(await readFile(list, 'utf8'))) {
  const printed: string[] = []
  console.log = (...values: readonly unknown[]) => {
    printed.push(values.map((one) => (typeof one === 'string' ? one : inspect(one))).join(' '))
  }
  try {
    const { value = null } = await import(file)
    const text = value instanceof Blob ? await value.text() : value
    ran.push({ value: text, printed: printed.join('\n') })
  } catch (error) {
    ran.push({ error: String(error) })
  }
}
await writeFile(to, JSON.stringify(ran))

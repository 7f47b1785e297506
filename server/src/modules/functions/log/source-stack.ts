// Stacks of errors with the places of the files that a person wrote, by the source map of the bundle.
import { SourceMap } from 'node:module'

const MAX_MAP = 2 * 1024 * 1024
const MAX_LINES = 30

/** sourceStack returns the text of an error; places in the bundle become those of the source. */
export function sourceStack(error: { name: string; message: string; stack?: string }, map: string): string {
  const lines = (error.stack ?? '').split('\n', MAX_LINES)
  const read = map.length > MAX_MAP ? undefined : new SourceMap(JSON.parse(map))
  const places = lines.filter((line) => !line.includes('entry.js:')).map((line) => placed(line, read))
  return [`${error.name}: ${error.message}`, ...places].join('\n')
}

function placed(line: string, map: SourceMap | undefined): string {
  const found = /function\.js:(\d{1,9}):(\d{1,9})/.exec(line)
  if (found === null || map === undefined) return line
  const entry = map.findEntry(Number(found[1]) - 1, Number(found[2]) - 1)
  if (!('originalSource' in entry)) return line
  const file = entry.originalSource.replace(/^.*source:/, '')
  return line.replace(found[0], `${file}:${entry.originalLine + 1}:${entry.originalColumn + 1}`)
}

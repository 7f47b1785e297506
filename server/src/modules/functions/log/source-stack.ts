// Stacks of errors with the places of the files that a person wrote.
import type { CodePlaces } from '#functions/bundle/code-places.ts'

const MAX_LINES = 30

/** sourceStack returns the text of an error; places in the bundle become those of the source, where these are known. */
export function sourceStack(
  error: { readonly name: string; readonly message: string; readonly stack?: string },
  places: CodePlaces | undefined,
): string {
  const lines = (error.stack ?? '').split('\n', MAX_LINES)
  const shown = lines.filter((line) => !line.includes('entry.js:')).map((line) => placed(line, places))
  return [`${error.name}: ${error.message}`, ...shown].join('\n')
}

function placed(line: string, places: CodePlaces | undefined): string {
  const found = /function\.js:(\d{1,9}):(\d{1,9})/.exec(line)
  if (found === null) return line
  const place = places?.find(Number(found[1]), Number(found[2]))
  return place === undefined ? line : line.replace(found[0], `${place.file}:${place.line}:${place.column}`)
}

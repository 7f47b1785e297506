// Stacks of errors with the places of the files that a person wrote.
import { type CodePlaces, hasPlaces } from '#modules/automation/functions/bundle/code-places.ts'

const MAX_LINES = 30

/** sourceStack returns the text of an error; places in the bundle become those of the source, where these are known. */
export function sourceStack(
  error: { readonly name: string; readonly message: string; readonly stack?: string },
  places: CodePlaces | undefined,
): string {
  return [
    `${error.name}: ${error.message}`,
    ...shown((error.stack ?? '').split('\n', MAX_LINES), places),
  ].join('\n')
}

/** inSource returns a text that was logged with the places of the source in stacks that it holds. */
export function inSource(text: string, places: CodePlaces | undefined): string {
  if (!hasPlaces(text)) return text
  const lines = text.split('\n')
  // Far more than a stack has is no stack.
  return [...shown(lines.slice(0, MAX_LINES), places), ...lines.slice(MAX_LINES)].join('\n')
}

// Without the places of the entry, which is ours.
function shown(lines: readonly string[], places: CodePlaces | undefined): string[] {
  return lines.filter((line) => !/\b(?:entry|prelude)\.js:\d/.test(line)).map((line) => placed(line, places))
}

function placed(line: string, places: CodePlaces | undefined): string {
  const { words = '', place } = places?.firstIn(line) ?? {}
  return place === undefined ? line : line.replace(words, `${place.file}:${place.line}:${place.column}`)
}

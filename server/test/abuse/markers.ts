// Markers: a string of each project's own that all its names, rows and users carry, so that a single look at an answer
// tells whether something of another project is in it.
import { randomBytes } from 'node:crypto'

const MARKER = /marker-[0-9a-f]{12}/g

/** createMarker makes the marker of a project. */
export function createMarker(): string {
  return `marker-${randomBytes(6).toString('hex')}`
}

/** findForeign returns the first marker in a text that is not the given one. */
export function findForeign(text: string, own: string): string | undefined {
  for (let at = text.indexOf('marker-'); at >= 0; at = text.indexOf('marker-', at + 1)) {
    MARKER.lastIndex = at
    const found = MARKER.exec(text)
    if (found === null) return undefined
    if (found[0] !== own) return found[0]
    at = found.index
  }
  return undefined
}

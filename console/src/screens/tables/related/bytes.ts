// Bytes as the API writes them: `\x` and two hexadecimal digits for each.

/** sizeOf returns how many bytes there are. */
export function sizeOf(text: string): number {
  return Math.max(0, Math.floor((text.length - 2) / 2))
}

/** blobOf returns the bytes. */
export function blobOf(text: string): Blob {
  const bytes = new Uint8Array(sizeOf(text))
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = Number.parseInt(text.slice(2 + 2 * at, 4 + 2 * at), 16)
  return new Blob([bytes], { type: 'application/octet-stream' })
}

/** bytesText returns the text of a file's bytes. */
export async function bytesText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return `\\x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** isBytes reports whether a text can be read as bytes. */
export function isBytes(text: string): boolean {
  return /^\\x(?:[\da-f]{2})*$/i.test(text)
}

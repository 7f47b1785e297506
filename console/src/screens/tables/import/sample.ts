// The beginning of a file: enough of it to say how it is written, and what its columns hold.
const BYTES = 128 * 1024

/** Source is where rows come from; `name` is that of a file, or empty for what was pasted. */
export interface Source {
  readonly name: string
  readonly file: Blob
}

/** Sample is a source with the text of its beginning. */
export interface Sample extends Source {
  readonly text: string
  /** isWhole is whether the text is all of it. */
  readonly isWhole: boolean
  /** encoding is that of the file, as TextDecoder names it. */
  readonly encoding: string
  /** mark is how many bytes of a byte order mark stand before the text. */
  readonly mark: number
}

/** readSample reads the beginning of a file, which spreadsheets write in several encodings. */
export async function readSample(source: Source): Promise<Sample> {
  const bytes = new Uint8Array(await source.file.slice(0, BYTES).arrayBuffer())
  const isWhole = source.file.size <= BYTES
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return sampleOf(source, bytes, 'utf-16le', 2, isWhole)
  if (first === 0xfe && second === 0xff) return sampleOf(source, bytes, 'utf-16be', 2, isWhole)
  const mark = first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0
  try {
    return sampleOf(source, bytes, 'utf-8', mark, isWhole)
  } catch {
    return sampleOf(source, bytes, 'windows-1252', 0, isWhole)
  }
}

// What ends within a character or a line is read without it.
function sampleOf(
  source: Source,
  bytes: Uint8Array<ArrayBuffer>,
  encoding: string,
  mark: number,
  isWhole: boolean,
): Sample {
  // Text that is not UTF-8 is tried in another encoding; a mark leaves no doubt.
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
  return { ...source, text: decoder.decode(bytes, { stream: !isWhole }), isWhole, encoding, mark }
}

/** isReadable is whether the file is still as it was when it was chosen. */
export const isReadable = (file: Blob) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/** fromText returns the file as UTF-8 from a place in the text of its sample on, which counts characters. */
export async function fromText({ file, text, encoding, mark }: Sample, at: number): Promise<Blob> {
  const bytesBefore = new TextEncoder().encode(text.slice(0, at)).length
  if (encoding === 'utf-8') return file.slice(mark + bytesBefore)
  const decoded = file.stream().pipeThrough(new TextDecoderStream(encoding))
  const encoded = decoded.pipeThrough(new TextEncoderStream())
  return (await new Response(encoded).blob()).slice(bytesBefore)
}

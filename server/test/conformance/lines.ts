// Lines of a stream, which end with \n alone: JSON may have what others take for line ends.

/** linesOf returns the lines of a stream, without their ends. */
export async function* linesOf(stream: AsyncIterable<string | Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

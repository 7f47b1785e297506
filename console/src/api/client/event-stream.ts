// Server-sent events, read by fetch, since EventSource sends no access token.

/**
 * readEvents calls `onOpen` and then `onData` with the data of each event until the stream ends. What is behind the events was
 * read before: who shows it reads it again in `onOpen`.
 */
export async function readEvents(
  { body }: Response,
  onData: (data: string) => void,
  onOpen: () => void,
): Promise<void> {
  if (body === null) return
  onOpen()
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (rest + part.value).split(/\r?\n\r?\n/)
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = event
        .split(/\r?\n/)
        .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trim()] : []))
      if (data.length > 0) onData(data.join('\n'))
    }
  }
}

// A list that the server answers as CSV, page by page, as one text.

const MOST_PAGES = 10

/** Csv is what was read; `cut` where the list goes on behind it. */
export interface Csv {
  readonly text: string
  readonly cut: boolean
}

/** readCsv joins the first pages of a list; `read` asks for the page behind a cursor. Each page begins with a line of names. */
export async function readCsv(
  read: (cursor: string | undefined) => Promise<{ data?: unknown; response: Response }>,
): Promise<Csv> {
  const pages: string[] = []
  let cursor: string | undefined
  for (let count = 0; count < MOST_PAGES; count += 1) {
    const { data, response } = await read(cursor)
    const text = String(data ?? '')
    pages.push(count === 0 ? text : text.slice(text.indexOf('\r\n') + 2))
    cursor = response.headers.get('x-next-cursor') ?? undefined
    if (cursor === undefined) break
  }
  return { text: pages.join(''), cut: cursor !== undefined }
}

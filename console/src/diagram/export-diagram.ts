// The diagram as a file. It is drawn from the schema, not from the page, so that it is whole and sharp.
import type { DiagramEdge, DiagramNode } from '#api/client/schemas.ts'
import type { Arrangement, Placed } from './arrangement.ts'
import { type Box, boundsOf, HEADING, heightOf, linkPath, ROW, WIDTH } from './geometry.ts'
import { boxOf } from './model.ts'

const MARGIN = 40
// Browsers refuse larger canvases.
const MOST_PIXELS = 8192
const FONT = 'system-ui, sans-serif'
const MONO = 'ui-monospace, monospace'
const LONGEST = 30

/** svgOf draws tables and the relationships between them. */
export function svgOf(
  tables: readonly DiagramNode[],
  links: readonly DiagramEdge[],
  arrangement: Arrangement,
): string {
  const boxes = new Map(
    tables.map((table) => {
      const { x, y, folded = false } = placeOf(table, arrangement)
      return [table.id, boxOf(table, { x, y }, folded)]
    }),
  )
  const { x, y, width, height } = boundsOf([...boxes.values()])
  const view = [x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].map(Math.round)
  const lines = links.flatMap((link) => {
    const [from, to] = [boxes.get(link.source), boxes.get(link.target)]
    if (from === undefined || to === undefined) return []
    const one = link.cardinality === 'one_to_one'
    return `<path d="${linkPath(from, link.from_column, to, link.to_column, one)}"/>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view.join(' ')}" width="${view[2]}" height="${view[3]}">`,
    `<rect x="${view[0]}" y="${view[1]}" width="${view[2]}" height="${view[3]}" fill="#fafaf9"/>`,
    `<g fill="none" stroke="#8f8e88" stroke-width="1.5">${lines.join('')}</g>`,
    ...tables.map((table) => tableOf(table, boxes.get(table.id) as Box)),
    '</svg>',
  ].join('\n')
}

const placeOf = ({ id, position }: DiagramNode, arrangement: Arrangement): Placed =>
  arrangement[id] ?? position

function tableOf({ name, columns }: DiagramNode, { x, y, columns: shown }: Box): string {
  const rows = shown.map((column, at) => {
    const line = y + HEADING + at * ROW + ROW / 2 + 4
    const { data_type = '', required = false, primary_key = false } = columns[at] ?? {}
    const weight = primary_key ? ' font-weight="600"' : ''
    return [
      `<text x="${x + 12}" y="${line}"${weight} fill="#1d1d1b">${escaped(column)}${required ? '' : '?'}</text>`,
      `<text x="${x + WIDTH - 12}" y="${line}" text-anchor="end" font-family="${MONO}" fill="#5d5c57">${data_type}</text>`,
    ].join('')
  })
  const frame = `x="${x}" y="${y}" width="${WIDTH}" height="${heightOf(shown.length)}" rx="8"`
  const title = `<text x="${x + 12}" y="${y + 28}" font-size="15" font-weight="600" fill="#1d1d1b">${escaped(name)}</text>`
  return `<g font-family="${FONT}" font-size="12"><rect ${frame} fill="#ffffff" stroke="#8f8e88"/>${title}${rows.join('')}</g>`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML allows no others.
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu

function escaped(text: string): string {
  const short = text.length > LONGEST ? `${[...text].slice(0, LONGEST - 1).join('')}…` : text
  return short
    .replaceAll(NOT_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** pngOf draws an SVG as a picture, twice as large where that is possible. */
export async function pngOf(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const scale = Math.min(2, MOST_PIXELS / image.width, MOST_PIXELS / image.height)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(image.width * scale))
    canvas.height = Math.max(1, Math.round(image.height * scale))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) =>
        blob === null ? reject(new Error('The picture is too large.')) : resolve(blob),
      ),
    )
  } finally {
    URL.revokeObjectURL(address)
  }
}

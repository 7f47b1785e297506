// SQL in the making: nested pieces of text with marks between them that remember where in the client's source they
// come from, so that a position which PostgreSQL reports maps back to the source.

/** Mark is a place in the client's source, in bytes as the parser counts them. */
export interface Mark {
  readonly location: number
}

/** Sql is a piece of a statement. */
export type Sql = string | Mark | readonly Sql[]

/** marked puts a mark in front of a piece; the parser writes -1 where it knows no place. */
export function marked(location: number | undefined, sql: Sql): Sql {
  return location === undefined || location < 0 ? sql : [{ location }, sql]
}

/** joined puts a separator between pieces. */
export function joined(pieces: readonly Sql[], separator: string): Sql {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [separator, piece]))
}

/** Flat is a finished statement; each place is an offset in `text` and the mark that stands there. */
export interface Flat {
  readonly text: string
  readonly places: readonly { readonly offset: number; readonly location: number }[]
}

/** flatten finishes a statement. */
export function flatten(sql: Sql): Flat {
  const texts: string[] = []
  const places: { offset: number; location: number }[] = []
  let offset = 0
  const visit = (piece: Sql): void => {
    if (typeof piece === 'string') {
      texts.push(piece)
      offset += piece.length
    } else if ('location' in piece) {
      places.push({ offset, location: piece.location })
    } else {
      for (const part of piece) visit(part)
    }
  }
  visit(sql)
  return { text: texts.join(''), places }
}

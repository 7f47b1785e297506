// What an import reads lines from, in either format.
import type { FieldProblem } from '#platform/errors/field-errors.ts'

/** SourceLine is one line of a file as a row of the table, or what is wrong with it. */
export interface SourceLine {
  /** line is where it begins in the file, from 1. */
  readonly line: number
  /** body holds the values by column, as a body of the data API does; undefined where the line cannot be read. */
  readonly body: Readonly<Record<string, unknown>> | undefined
  readonly problems: readonly FieldProblem[]
}

/** Source reads the text of a file piece by piece. It throws 400 where the file as a whole is wrong. */
export interface Source {
  /** read returns the lines that end in this piece. */
  read(text: string): Iterable<SourceLine>
  /** end returns what is left behind the last line end. */
  end(): Iterable<SourceLine>
}

/** badLine is a line that cannot be read. */
export function badLine(line: number, problem: string): SourceLine {
  return { line, body: undefined, problems: [{ field: '', problem }] }
}

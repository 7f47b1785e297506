// What is wrong with the code of a function, at its place in the files that a person wrote.
import { type AppError, invalidInput } from '#platform/errors/app-error.ts'

/** CodeProblem is one error of a compiler, at its place; line and column count from 1. */
export interface CodeProblem {
  readonly file: string | null
  readonly line: number | null
  readonly column: number | null
  readonly message: string
}

/** refusedCode is the 400 of code with problems. */
export function refusedCode(problems: readonly CodeProblem[]): AppError {
  const sentences = problems.map(({ file, line, column, message }) =>
    file === null ? message : `${file}:${line}:${column}: ${message}`,
  )
  return invalidInput(sentences, { problems })
}

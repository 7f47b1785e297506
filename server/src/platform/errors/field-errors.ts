// What is wrong with the fields of a request, in one style: "title is required." and "title: must be a text."
import { type AppError, invalidInput } from './app-error.ts'

/** FieldProblem says what is wrong with one field; an empty field stands for the request as a whole. */
export interface FieldProblem {
  readonly field: string
  readonly problem: string
}

/** fieldErrors returns a 400 with one sentence for each problem, and each field's name once. */
export function fieldErrors(problems: readonly FieldProblem[]): AppError {
  const fields = uniqueFields(problems.map(({ field }) => field))
  return invalidInput(problems.map(fieldSentence), fields.length === 0 ? undefined : { fields })
}

/** fieldSentence writes one problem as a sentence. */
export function fieldSentence({ field, problem }: FieldProblem): string {
  const end = /[.?]$/.test(problem) ? '' : '.'
  if (field === '') return `${problem.charAt(0).toUpperCase()}${problem.slice(1)}${end}`
  return `${field}${problem.startsWith('is required') ? '' : ':'} ${problem}${end}`
}

/** uniqueFields returns the names of fields once each, without empty ones. */
export function uniqueFields(fields: readonly string[]): string[] {
  return [...new Set(fields)].filter((field) => field !== '')
}

// Which files of a run failed, and in which tests.
import type { TestModule } from 'vitest/node'

/** FailedFile is a test file, by its whole path, and the first message of each test or hook that failed in it. */
export interface FailedFile {
  readonly file: string
  readonly failures: readonly Failure[]
}

/** Failure is one test, or the file itself, and why it failed. */
export interface Failure {
  readonly test: string
  readonly message: string
}

type ErrorOfVitest = { message: string; VITEST_TEST_PATH?: string }

/** failedFiles returns the files that did not pass; undefined where an error belongs to none, so that no file can be tried again. */
export function failedFiles(
  modules: readonly TestModule[],
  unhandled: readonly unknown[],
): readonly FailedFile[] | undefined {
  const failures = new Map<string, Failure[]>()
  const add = (file: string, test: string, message: string) =>
    failures.set(file, [...(failures.get(file) ?? []), { test, message }])
  for (const module of modules)
    for (const { test, message } of failuresOf(module)) add(module.moduleId, test, message)
  for (const error of unhandled as ErrorOfVitest[]) {
    if (error.VITEST_TEST_PATH === undefined) return undefined
    add(error.VITEST_TEST_PATH, 'an error that no test waited for', error.message)
  }
  if (failures.size === 0) return undefined
  return [...failures].map(([file, failures]) => ({ file, failures }))
}

function failuresOf(module: TestModule): Failure[] {
  if (module.state() === 'passed' || module.state() === 'skipped') return []
  const failures = [
    ...messages('the file', module.errors()),
    ...[...module.children.allSuites()].flatMap((suite) => messages(suite.fullName, suite.errors())),
    ...[...module.children.allTests('failed')].flatMap((test) =>
      messages(test.fullName, test.result().errors ?? []),
    ),
  ]
  return failures.length > 0 ? failures : [{ test: 'the file', message: 'It did not run to its end.' }]
}

const messages = (test: string, errors: readonly { message: string }[]): Failure[] =>
  errors.slice(0, 1).map(({ message }) => ({ test, message }))

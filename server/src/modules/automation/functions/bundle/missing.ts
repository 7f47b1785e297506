// Imports of what is not there.
import { CLIENT } from './client-source.ts'

/**
 * MAY_BE_MISSING leaves an import to esbuild, which finds nothing either, and knows whether that is an error: what is required
 * within `try`, or imported with a `catch`, stays out of the bundle and throws where it runs.
 */
export const MAY_BE_MISSING = undefined

/** packageOf returns the name of the package that an import names, or undefined where it names none. */
export function packageOf(path: string): string | undefined {
  return /^((?:@[\w.~-]+\/)?[\w~-][\w.~-]*)(?:\/|$)/.exec(path)?.[1]
}

/** thereIsNo is what is said of one that must be there. */
export function thereIsNo(path: string): string {
  return `There is no ${path}. Functions import their own files, ${CLIENT}, modules of Node, and packages that the dependencies of package.json name.`
}

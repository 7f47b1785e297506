// Says where in the config something is wrong.
import { FilterError } from '#engine/request/operands.ts'

/** at reads a part of the config; what is wrong there is said with its place in front. */
export function at<T>(place: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof FilterError ? new FilterError(`${place}: ${error.message}`, error.column) : error
  }
}

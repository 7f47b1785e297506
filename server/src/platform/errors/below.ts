// Errors of a part of a request, which come from a function that does not know where in the request the part stands.
import { AppError } from './app-error.ts'

/** below runs `work` on the part of a request at `path`; what is wrong with the part is said of its place in the whole. */
export async function below<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, headers, details } = error
    const { fields = [] } = (details ?? {}) as { fields?: readonly string[] }
    const placed = (sentence: string) => {
      const isNamed = fields.some(
        (field) => sentence.startsWith(`${field}: `) || sentence.startsWith(`${field} `),
      )
      return `${path}${isNamed ? '.' : ': '}${sentence}`
    }
    throw new AppError(code, placed(error.message), {
      errors: error.errors.map(placed),
      details: {
        ...(details as object | undefined),
        fields: fields.length === 0 ? [path] : fields.map((field) => `${path}.${field}`),
      },
      headers,
      cause: error,
    })
  }
}

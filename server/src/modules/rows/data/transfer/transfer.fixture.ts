// What the tests of imports and exports share.
import type { Answer, CallOptions, TestApp, TestProject } from '#test/harness.ts'

/** TransferDriver imports into and exports from the tables of one project, with its secret key unless said otherwise. */
export interface TransferDriver {
  /** csv and ndjson import a file; the query goes behind the question mark. */
  csv(table: string, file: string | Buffer, query?: string, options?: CallOptions): Promise<Answer>
  ndjson(table: string, rows: readonly unknown[], query?: string): Promise<Answer>
  /** exported returns the text of an export, which must succeed. */
  exported(table: string, query?: string): Promise<string>
}

/** driveTransfers makes the driver of a project. */
export function driveTransfers(app: TestApp, project: TestProject): TransferDriver {
  const send = (type: string, table: string, raw: string | Buffer, query = '', options: CallOptions = {}) =>
    app.api('POST', `/projects/${project.id}/tables/${table}/import?${query}`, {
      ...(options.token === undefined ? { key: project.secret } : {}),
      ...options,
      raw,
      headers: { 'content-type': type, ...options.headers },
    })
  return {
    csv: (table, file, query, options) => send('text/csv', table, file, query, options),
    ndjson: (table, rows, query) =>
      send('application/x-ndjson', table, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), query),
    async exported(table, query = '') {
      const path = `/projects/${project.id}/tables/${table}/export?${query}`
      const answer = await app.api('GET', path, { key: project.secret })
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.text
    },
  }
}

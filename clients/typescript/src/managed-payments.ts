// What those who look after payments do with a secret key: settings, totals, refunds, and what the provider says otherwise.
import { listOf, objectOf } from './http/answers.ts'
import type { Method, Request } from './http/http.ts'
import { queryOf } from './http/query-of.ts'
import type {
  CredentialsTest,
  Difference,
  PaymentEnvironment,
  PaymentSettings,
  Provider,
  ReconciliationReport,
  Statement,
  StatementImport,
} from './payment-types.ts'

/** PaymentConfiguration reads, changes and tests the settings of payments. */
export class PaymentConfiguration {
  readonly #send: Send

  constructor(request: Request, path: string) {
    this.#send = sendTo(request, `${path}/settings`)
  }

  async get(): Promise<PaymentSettings> {
    return objectOf(await this.#send<PaymentSettings>('GET', ''))
  }

  /** update changes settings; what is left out keeps its value. */
  async update(changes: Partial<PaymentSettings>): Promise<PaymentSettings> {
    return objectOf(await this.#send<PaymentSettings>('PUT', '', changes))
  }

  /** test asks a provider whether the stored credentials are right. Nobody is charged. */
  async test(provider: Provider): Promise<CredentialsTest> {
    return objectOf(await this.#send<CredentialsTest>('POST', '/test', { provider }))
  }
}

/** Reconciliation compares payments with what the providers say. */
export class Reconciliation {
  readonly #send: Send

  constructor(request: Request, path: string) {
    this.#send = sendTo(request, `${path}/reconciliation`)
  }

  /** report returns the differences that are open, or those that are closed. Times are in ISO 8601. */
  async report(
    options: {
      readonly from?: string
      readonly to?: string
      readonly environment?: PaymentEnvironment
      readonly state?: 'open' | 'closed'
    } = {},
  ): Promise<ReconciliationReport> {
    return objectOf(await this.#send<ReconciliationReport>('GET', '', undefined, options))
  }

  /** close closes differences, all or none. Rejects with status 409 for a payment without an outcome: resolve that. */
  async close(ids: readonly string[], { note }: { readonly note: string }): Promise<readonly Difference[]> {
    return listOf(await this.#send<Difference[]>('POST', '/close', { ids, note }))
  }

  /** importStatement settles payments by a provider's statement. The same may be imported again. */
  async importStatement(statement: Statement): Promise<StatementImport> {
    return objectOf(await this.#send<StatementImport>('POST', '/statements', statement))
  }

  /** imports returns the statements that were imported, the latest first. */
  async imports(): Promise<readonly StatementImport[]> {
    return listOf(await this.#send<StatementImport[]>('GET', '/imports'))
  }

  /** getImport returns one of them, with the lines that were not taken. */
  async getImport(id: string): Promise<StatementImport> {
    return objectOf(await this.#send<StatementImport>('GET', `/imports/${encodeURIComponent(id)}`))
  }

  /** undoImport deletes the lines of an import. Payments that it has completed stay completed. */
  async undoImport(id: string): Promise<void> {
    await this.#send('DELETE', `/imports/${encodeURIComponent(id)}`)
  }
}

type Send = <Data>(method: Method, below: string, body?: object, query?: object) => Promise<Data>

function sendTo(request: Request, path: string): Send {
  return async <Data>(method: Method, below: string, body?: object, query?: object) =>
    (await request<Data>({ method, path: path + below, body, query: queryOf(query) })).data
}

// The view of the webhooks screen, as the address has it.
import { type DeliverySearch, deliverySearchOf } from '#events/delivery-search.ts'

/** WebhooksSearch is what the address says: the webhook that is open, filters of its deliveries, and the one that is open. */
export interface WebhooksSearch extends DeliverySearch {
  readonly search?: string | undefined
  readonly create?: boolean | undefined
  readonly webhook?: string | undefined
}

const text = (value: unknown) => (value === undefined || value === '' ? undefined : String(value))
const ID = /^[0-9a-f-]{36}$/i
const id = (value: unknown) => (typeof value === 'string' && ID.test(value) ? value : undefined)

/** webhooksSearchOf reads the address, and leaves out what it does not know. */
export function webhooksSearchOf(raw: Record<string, unknown>): WebhooksSearch {
  return {
    search: text(raw.search),
    create: raw.create === true || undefined,
    webhook: id(raw.webhook),
    ...deliverySearchOf(raw),
  }
}

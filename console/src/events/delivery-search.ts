// The view of a list of deliveries, as the address has it.

/** STATUSES are the states of deliveries. */
export const STATUSES = ['pending', 'delivered', 'failed'] as const

/** DeliverySearch is what the address says: filters of the list, and the delivery that is open. */
export interface DeliverySearch {
  readonly status?: (typeof STATUSES)[number] | undefined
  readonly event?: string | undefined
  readonly delivery?: string | undefined
}

const ID = /^[0-9a-f-]{36}$/i

/** deliverySearchOf reads the address, and leaves out what it does not know. */
export function deliverySearchOf({ status, event, delivery }: Record<string, unknown>): DeliverySearch {
  return {
    status: STATUSES.find((one) => one === status),
    event: event === undefined || event === '' ? undefined : String(event),
    delivery: typeof delivery === 'string' && ID.test(delivery) ? delivery : undefined,
  }
}

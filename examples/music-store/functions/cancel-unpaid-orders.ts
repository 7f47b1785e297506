// A function of the store: the cron job calls it each morning, and it cancels orders that wait for their payment too long.

interface Orders {
  eq(column: string, value: unknown): Orders
  lt(column: string, value: unknown): Orders
  updateAll(changes: object, options: { maxAffected: number }): Promise<number>
}

interface Env {
  readonly service: { from(table: string): Orders }
}

const DAYS = 30
const MOST = 1000

export default {
  // Its address is public. Whoever calls it causes only what is due anyway, and learns nothing.
  async fetch(_request: Request, env: Env): Promise<Response> {
    const before = new Date(Date.now() - DAYS * 86_400_000).toISOString()
    const unpaid = env.service.from('orders').eq('status', 'pending').lt('placed_at', before)
    const cancelled = await unpaid.updateAll({ status: 'cancelled' }, { maxAffected: MOST })
    console.log(`${cancelled} orders cancelled`)
    return new Response(null, { status: 204 })
  },
}

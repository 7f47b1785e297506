// Orders and their lines: every total is the sum of its lines, and no album is twice in one order.
import { uuidFor } from './ids.ts'
import type { Customer } from './people.ts'
import { createRandom, type Random } from './random.ts'
import type { Album } from './recordings.ts'

/** STATUSES are the labels of the enum column `orders.status`. */
export const STATUSES = ['pending', 'paid', 'shipped', 'cancelled'] as const

/** Status is one label of STATUSES. */
export type Status = (typeof STATUSES)[number]

/** Order is a row of the table `orders`. */
export interface Order {
  id: string
  customer_id: string
  status: Status
  placed_at: string
  total: number
}

/** OrderLine is a row of the table `order_lines`. */
export interface OrderLine {
  id: string
  order_id: string
  album_id: string
  quantity: number
  unit_price: number
}

/** ORDERS is how many orders there are. */
export const ORDERS = 1200

const OPENING = Date.UTC(2023, 0, 2, 6)
const CLOSING = Date.UTC(2025, 5, 30, 20)
const DAY = 86_400_000

/** buildSales returns the orders, oldest first, and their lines. */
export function buildSales(
  customers: readonly Customer[],
  albums: readonly Album[],
): { orders: Order[]; order_lines: OrderLine[] } {
  const random = createRandom('orders')
  const orders: Order[] = []
  const lines: OrderLine[] = []
  for (const [index, moment] of momentsOfOrders(random).entries()) {
    const id = uuidFor('orders', index + 1)
    const bought = buyAlbums(id, albums, random)
    lines.push(...bought)
    orders.push({
      id,
      customer_id: customers[random.skewed(customers.length)]?.id ?? '',
      status: statusOn(moment, random),
      placed_at: new Date(moment).toISOString(),
      total: totalOf(bought),
    })
  }
  return { orders, order_lines: lines }
}

/** totalOf adds lines up in cents, which avoids binary fractions. */
export function totalOf(lines: readonly Pick<OrderLine, 'quantity' | 'unit_price'>[]): number {
  const cents = lines.map(({ quantity, unit_price }) => quantity * Math.round(unit_price * 100))
  return cents.reduce((sum, amount) => sum + amount, 0) / 100
}

function momentsOfOrders(random: Random): number[] {
  const seconds = (CLOSING - OPENING) / 1000
  const moments = Array.from({ length: ORDERS }, () => OPENING + random.below(seconds) * 1000)
  return moments.sort((left, right) => left - right)
}

function buyAlbums(orderId: string, albums: readonly Album[], random: Random): OrderLine[] {
  const chosen = new Map<string, Album>()
  for (let left = random.between(1, 5); left > 0; left--) {
    const album = albums[random.skewed(albums.length)]
    if (album !== undefined) chosen.set(album.id, album)
  }
  return [...chosen.values()].map((album) => ({
    id: uuidFor('order_lines', orderId, album.id),
    order_id: orderId,
    album_id: album.id,
    quantity: random.chance(0.85) ? 1 : random.between(2, 4),
    unit_price: album.price,
  }))
}

// Only recent orders are not delivered yet.
function statusOn(moment: number, random: Random): Status {
  if (random.chance(0.07)) return 'cancelled'
  const days = (CLOSING - moment) / DAY
  if (days < 30) return random.pick(['pending', 'paid'])
  return days < 90 ? random.pick(['paid', 'shipped']) : 'shipped'
}

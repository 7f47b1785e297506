// The query of lists with keyset pages, and the cursors that lead from one page to the next.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isUuid } from '#engine/shapes/uuid.ts'
import type { KeysetPage, KeysetPlace } from '#platform/db/keyset.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { linkCursor } from './next-page.ts'
import { queryNumber } from './validation.ts'

// Lists that had no pages before stay whole for everybody with fewer entries.
const MOST = 1000

/** searchText is what the names of the listed entries hold, in any case. */
export const searchText = z
  .string()
  .min(1, 'must not be empty')
  .max(100, 'must have at most 100 characters')
  .refine((text) => !text.includes('\0'), 'must not have a null character')

/** keysetFields are the fields of such a query; the first order is the default. */
export function keysetFields<const Orders extends readonly [string, ...string[]]>(orders: Orders) {
  return {
    order: z.enum(orders).default(orders[0] as never),
    limit: queryNumber(1, MOST, MOST),
    cursor: z
      .string()
      .max(1000)
      .optional()
      .describe('Where the page begins: `X-Next-Cursor` of the one before.'),
  }
}

interface KeysetQuery<Order extends string> {
  readonly order: Order
  readonly limit: number
  readonly cursor?: string | undefined
}

/** pageOf returns the page of a query, or throws 400 for a cursor that none of its pages has. */
export function pageOf<Order extends string>({
  order,
  limit,
  cursor,
}: KeysetQuery<Order>): KeysetPage<Order> {
  return { order, limit, after: cursor === undefined ? undefined : readCursor(cursor, order) }
}

/** linkPage says where the next page is, if the page is full. */
export function linkPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { order, limit }: KeysetPage<string>,
  places: readonly KeysetPlace[],
): void {
  const last = places.at(-1)
  if (last === undefined || places.length < limit) return
  const cursor = Buffer.from(JSON.stringify([order, last.key, last.id])).toString('base64url')
  linkCursor(request, reply, cursor)
}

function readCursor(cursor: string, order: string): KeysetPlace {
  const parts: unknown = parse(Buffer.from(cursor, 'base64url').toString())
  if (Array.isArray(parts) && parts.length === 3 && parts.every((part) => typeof part === 'string')) {
    const [of, key, id] = parts as [string, string, string]
    if (of === order && isUuid(id) && isKey(order, key)) return { key, id }
  }
  throw invalidInput('cursor must be the X-Next-Cursor of a page in the same order.')
}

// PostgreSQL would refuse other keys with an error of its own.
function isKey(order: string, key: string): boolean {
  return order.startsWith('created_at.') ? /^-?\d{1,18}$/.test(key) : !key.includes('\0')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

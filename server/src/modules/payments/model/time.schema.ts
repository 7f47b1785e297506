// A time in the queries of payments.
import { z } from 'zod'

/** time is a day or a time as text, such as 2026-01-25. */
export const time = z
  .string()
  .refine(
    (text) => text.length <= 40 && !Number.isNaN(Date.parse(text)),
    'must be a date, such as 2026-01-25',
  )
  .transform((text) => new Date(text))
  .meta({ openapi: { type: 'string', format: 'date-time' } })

// What goes in and out of the routes of plans and billing.
import { z } from 'zod'
import { month, queryNumber } from '#platform/http/routes/validation.ts'
import { METERS, plan } from '#platform/plans/plan.ts'

const amount = z.int().describe('In minor units of the currency.')
const day = z.iso.date()
const meter = z.enum(METERS)

/** invoiceLine is an item of an invoice. */
export const invoiceLine = z
  .object({
    plan_id: z.string(),
    description: z.string(),
    meter: meter.nullable().describe('Null for the price of the plan itself, whose quantity is days.'),
    from: day,
    to: day.describe('The first day that is not included.'),
    quantity: z.number(),
    included: z.number(),
    unit: z.int(),
    unit_price: amount,
    amount,
  })
  .meta({ id: 'InvoiceLine' })

/** billing is how a project stands with its plan this month. */
export const billing = z
  .object({
    plan,
    version: z
      .int()
      .describe('Grows with each change; `PATCH` takes it to refuse changes of something else.'),
    next_plan: z
      .object({ id: z.string(), starts: day })
      .nullable()
      .describe('The plan that takes the place of this one when the month ends.'),
    period: z.object({ starts: day, ends: day.describe('The first day that is not included.') }),
    meters: z.array(
      z.object({
        meter,
        used: z.number(),
        forecast: z.number().describe('What it will be at the end of the month if it goes on like this.'),
        included: z.number(),
        limit: z.number().nullable().describe('The quota; null without one.'),
      }),
    ),
    currency: z.string(),
    amount: amount.describe('What the month costs until now, in minor units of the currency.'),
    forecast_amount: amount,
    lines: z.array(invoiceLine),
  })
  .meta({ id: 'Billing' })

/** planChange chooses a plan. */
export const planChange = z
  .strictObject({
    plan_id: z.string().min(1).max(40),
    version: z.int().min(0).optional().describe('The change is refused (409) if this is not the latest.'),
  })
  .meta({ id: 'PlanChange' })

const summary = {
  id: z.uuid(),
  number: z.string(),
  organisation_id: z.uuid(),
  project_id: z.uuid(),
  project_name: z.string(),
  period: z.string().describe('A month such as `2026-11`, in UTC.'),
  currency: z.string(),
  total: amount,
  issued_at: z.iso.datetime(),
}

/** invoiceSummary is an invoice in a list. */
export const invoiceSummary = z.object(summary).meta({ id: 'InvoiceSummary' })

/** invoice is an invoice with its lines. */
export const invoice = z.object({ ...summary, lines: z.array(invoiceLine) }).meta({ id: 'Invoice' })

/** invoiceQuery says which invoices. */
export const invoiceQuery = z.object({
  limit: queryNumber(1, 200, 12),
  period: month.optional(),
})

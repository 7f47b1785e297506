// What goes in and out of the routes that start payments.
import { z } from 'zod'
import { STATUSES } from '#modules/payments/model/payment.ts'
import { emailAddress, freeObject, plainText, uuid } from '#platform/http/routes/validation.ts'

const MAX_METADATA = 4000
// As JSON writes it: after an even number of backslashes.
const NUL = /(?<!\\)(?:\\\\)*\\u0000/

const phone = plainText(40).describe('With its country code, or as it is written in its country.')
const amount = z
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .describe('In whole shillings: KES of provider A, TZS of provider B.')
const description = plainText(200)
const metadata = freeObject
  .refine(
    (value) => JSON.stringify(value).length <= MAX_METADATA,
    `must have at most ${MAX_METADATA} characters`,
  )
  .refine((value) => !NUL.test(JSON.stringify(value)), 'must not contain NUL characters')
  .describe('Anything, to find the payment again by.')

const shared = {
  description: description.optional(),
  order_id: plainText(100).optional(),
  metadata: metadata.optional(),
  user_id: uuid.optional().describe('Whose payment it is; signed-in users always pay for themselves.'),
}

/** stkPush is the body of POST /payments/provider_a/stk-push. */
export const stkPush = z.strictObject({ phone, amount, ...shared, description }).meta({ id: 'StkPush' })

/** directPayment is the body of POST /payments/provider_b/initiate. */
export const directPayment = z
  .strictObject({
    phone,
    amount,
    first_name: plainText(100),
    last_name: plainText(100),
    email: emailAddress.optional(),
    ...shared,
  })
  .meta({ id: 'DirectPayment' })

const redirectUrl = z
  .string()
  .max(1000)
  .refine(
    (text) => ['https:', 'http:'].includes(URL.parse(text)?.protocol ?? ''),
    'must be an http(s) address',
  )

/** hostedSession is the body of POST /payments/provider_b/session. */
export const hostedSession = z
  .strictObject({
    amount,
    redirect_url: redirectUrl.optional(),
    customer_name: plainText(200).optional(),
    customer_phone: phone.optional(),
    expires_in: z
      .int('must be a whole number')
      .min(60, 'must be at least 60')
      .max(86_400, 'must be at most 86400')
      .default(3600)
      .describe('Seconds until the session ends.'),
    ...shared,
  })
  .meta({ id: 'HostedSession' })

const started = {
  transaction_id: z.uuid(),
  status: z.enum(STATUSES),
  amount: z.int(),
  currency: z.string(),
}

/** stkPushed is the answer of a push. */
export const stkPushed = z
  .object({
    ...started,
    phone: z.string().nullable(),
    checkout_request_id: z.string().nullable(),
    merchant_request_id: z.string().nullable(),
    response_code: z.string().nullable().describe('0 where the provider has accepted the request.'),
    response_description: z.string().nullable(),
    customer_message: z.string().nullable(),
  })
  .meta({ id: 'StkPushed' })

/** directStarted is the answer of a direct payment. */
export const directStarted = z
  .object({
    ...started,
    phone: z.string().nullable(),
    reference: z.string().nullable(),
    expires_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'DirectStarted' })

/** sessionStarted is the answer of a hosted session. */
export const sessionStarted = z
  .object({
    ...started,
    reference: z.string().nullable(),
    checkout_url: z.string().nullable().describe('Where the payer goes to pay.'),
    payment_link_url: z.string().nullable(),
    short_code: z.string().nullable(),
    expires_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'SessionStarted' })

// Names that many answers of payments have in common.
import { z } from 'zod'

/** paymentProvider is one of the providers. */
export const paymentProvider = z.enum(['provider_a', 'provider_b']).meta({ id: 'PaymentProvider' })

/** paymentEnvironment is with which money a payment is made. */
export const paymentEnvironment = z.enum(['sandbox', 'live']).meta({ id: 'PaymentEnvironment' })

import { z } from 'zod'
import type { IdPrefix } from './id-prefixes.ts'

function id(prefix: IdPrefix, noun: string) {
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9A-Za-z]{22}$`), `must be the id of a ${noun} (${prefix}_…)`)
    .describe(`Id of the ${noun}; ids of one kind sort by the time they were made.`)
    .meta({ examples: [`${prefix}_0Tq4mFhZ7Rk2vXw9sLd3Ye`] })
}

export const SessionId = id('cs', 'session')
export const PaymentId = id('pay', 'payment')
export const RefundId = id('re', 'refund')
export const DisputeId = id('dp', 'dispute')
export const EventId = id('evt', 'event')
export const DeliveryId = id('dlv', 'delivery')

export const KeyId = id('key', 'key')
export const UserId = id('usr', 'person of the dashboard')

/** Lower case, as PostgreSQL writes a UUID: hashes, signatures and comparisons meet one form. */
const uuid = (message?: string) => z.uuid(message).toLowerCase()

/** Id of a ceremony, a session of the dashboard, an invitation or a saved view. */
export const Uuid = uuid()

export const MerchantId = uuid('must be the UUID of a merchant').describe(
  'Id of the merchant, a UUID; supplied with the credentials.',
)

/** Opaque name of a session in the page's URL: 33 Base62 characters, 192 bits. */
export const Reference = z
  .string()
  .regex(/^[0-9A-Za-z]{33}$/, 'is not a reference')
  .describe("The opaque name of a session in the page's address.")
  .meta({ examples: ['5hJq2LwXz8RtVn0KbYc7MdF3GsPa9Te1U'] })

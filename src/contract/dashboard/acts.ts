import { z } from 'zod'
import type { ActRow } from './acts/act-row.ts'
import { DELIVERY_ACTS } from './acts/deliveries.ts'
import { INTEGRATION_ACTS } from './acts/integration.ts'
import { MERCHANT_ACTS } from './acts/merchants.ts'
import { OWN_ACTS } from './acts/own.ts'
import { PEOPLE_ACTS } from './acts/people.ts'
import { PAYMENT_ACTS } from './acts/payments.ts'
import { PasskeyAssertion, SignInCeremony } from './passkeys.ts'

/** Everything that people can do in the dashboard. Routes, buttons and tests are made from this one table. */
export const ACTS = {
  ...INTEGRATION_ACTS,
  ...DELIVERY_ACTS,
  ...MERCHANT_ACTS,
  ...PEOPLE_ACTS,
  ...OWN_ACTS,
  ...PAYMENT_ACTS,
} as const

export type ActName = keyof typeof ACTS
export const ACT_NAMES = Object.keys(ACTS) as ActName[]
export type ActInput<Name extends ActName> = z.output<(typeof ACTS)[Name]['input']>
/** The input of an act as the page sends it: fields with a default may be absent. */
export type ActSent<Name extends ActName> = z.input<(typeof ACTS)[Name]['input']>
export type ActAnswer<Name extends ActName> = z.output<(typeof ACTS)[Name]['answer']>

/** Whether a passkey signs this act in production. */
export function isSigned(act: ActName, input: ActInput<ActName>): boolean {
  const { signed }: ActRow = ACTS[act]
  return typeof signed === 'function' ? signed(input as never) : signed
}

/** The body of `POST /api/ceremonies`: a challenge for one act with this input. */
export const BeginAct = z.strictObject({ act: z.enum(ACT_NAMES), input: z.unknown() })

/** The answer of `POST /api/ceremonies`. The challenge ends in the digest of the act, so that the signature covers it. */
export const ActCeremony = SignInCeremony.extend({
  options: SignInCeremony.shape.options.extend({
    allowCredentials: z.array(
      z.strictObject({
        type: z.literal('public-key'),
        id: z.string(),
        transports: z.array(z.string()),
      }),
    ),
  }),
})
export type ActCeremony = z.infer<typeof ActCeremony>

/** The body of `POST /api/acts/{act}`, with an `Idempotency-Key`: a new one for each dialog that is opened. */
export const PerformAct = z.strictObject({
  input: z.unknown(),
  signature: z.strictObject({ ceremonyId: z.uuid(), assertion: PasskeyAssertion }).optional(),
})

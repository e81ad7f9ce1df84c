import { z } from 'zod'
import { LIMITS } from '../../limits.ts'
import { plainText } from '../../values.ts'
import { PasskeyName, PasskeyRegistration, RecoveryCodes } from '../passkeys.ts'
import type { ActRow } from './act-row.ts'

/** A person is of no merchant. */
const merchantId = z.null()
const passkey = z.strictObject({
  merchantId,
  passkeyId: z.string().min(1).max(LIMITS.urlLengthMax),
})

/** Acts on one's own account. Every role includes them; none concerns another person's account. */
export const OWN_ACTS = {
  /** A further one. Its signature, by a passkey of before, covers the new one. */
  'passkey.add': {
    permission: 'own',
    input: z.strictObject({
      merchantId,
      ceremonyId: z.uuid(),
      name: PasskeyName,
      registration: PasskeyRegistration,
    }),
    /** With the first passkey alone, in the sandbox. */
    answer: z.strictObject({ recoveryCodes: RecoveryCodes.nullable() }),
    weight: 'heavy',
    signed: true,
  },
  'passkey.rename': {
    permission: 'own',
    input: passkey.extend({ name: PasskeyName }),
    answer: z.strictObject({}),
    weight: 'light',
    signed: false,
  },
  /** Ends the person's other sessions. */
  'passkey.remove': {
    permission: 'own',
    input: passkey,
    answer: z.strictObject({ endedSessions: z.int() }),
    weight: 'heavy',
    signed: true,
  },
  /** The codes of before end; the new ones are shown this once. */
  'recoveryCodes.renew': {
    permission: 'own',
    input: z.strictObject({ merchantId }),
    answer: z.strictObject({ recoveryCodes: RecoveryCodes }),
    weight: 'heavy',
    signed: true,
  },
  'me.rename': {
    permission: 'own',
    input: z.strictObject({ merchantId, name: plainText(LIMITS.nameLengthMax) }),
    answer: z.strictObject({}),
    weight: 'light',
    signed: false,
  },
} as const satisfies Readonly<Record<string, ActRow>>

export type OwnActName = keyof typeof OWN_ACTS

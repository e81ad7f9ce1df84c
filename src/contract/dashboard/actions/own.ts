import { z } from 'zod'
import { Uuid } from '../../ids.ts'
import { LIMITS } from '../../limits.ts'
import { plainText, typedText } from '../../values.ts'
import { PasskeyName, PasskeyRegistration, RecoveryCodes } from '../passkeys.ts'
import type { ActionRow } from './action-row.ts'

/** A person's account belongs to no merchant. */
const merchantId = z.null()
const passkey = z.strictObject({
  merchantId,
  passkeyId: typedText(LIMITS.urlLengthMax).min(1),
})

/** Dashboard actions on one's own account. Every role includes them; none concerns another person's account. */
export const OWN_ACTIONS = {
  /** Adds a further passkey. An earlier passkey signs the dashboard action, and the signature covers the new one. */
  'passkey.add': {
    permission: 'own',
    input: z.strictObject({
      merchantId,
      ceremonyId: Uuid,
      name: PasskeyName,
      registration: PasskeyRegistration,
    }),
    /** Null unless this is the person's first passkey, which is possible in the sandbox only. */
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
  /** Invalidates the earlier codes. The new ones are shown this once. */
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
} as const satisfies Readonly<Record<string, ActionRow>>

export type OwnDashboardAction = keyof typeof OWN_ACTIONS

import { z } from 'zod'
import { Uuid } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { plainText, typedText } from '../values.ts'
import { Me } from './me.ts'

/** An assertion fits into a body beside the dashboard action that it signs. */
const BASE64URL_LENGTH_MAX = 8192
/** WebAuthn bounds it to 1023 bytes. */
const CREDENTIAL_ID_LENGTH_MAX = 1364
const PASSKEY_NAME_LENGTH_MAX = 60
const RECOVERY_CODE_LENGTH_MAX = 40

const base64url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(BASE64URL_LENGTH_MAX)
const credentialId = base64url.max(CREDENTIAL_ID_LENGTH_MAX)

/** What `navigator.credentials.create()` gave, as JSON (WebAuthn `RegistrationResponseJSON`). */
export const PasskeyRegistration = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(typedText(LIMITS.metadataKeyLengthMax)).max(10).default([]),
  }),
})
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>

/** What `navigator.credentials.get()` gave, as JSON (WebAuthn `AuthenticationResponseJSON`). */
export const PasskeyAssertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** A challenge to be answered within two minutes, once. `options` is what the browser's WebAuthn takes. */
export const SignInCeremony = z.strictObject({
  ceremonyId: Uuid,
  options: z.strictObject({
    challenge: base64url,
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
  }),
})
export type SignInCeremony = z.infer<typeof SignInCeremony>

export const RegistrationCeremony = z.strictObject({
  ceremonyId: Uuid,
  options: z.strictObject({
    challenge: base64url,
    rp: z.strictObject({ id: z.string(), name: z.string() }),
    user: z.strictObject({ id: base64url, name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int(),
    attestation: z.literal('none'),
    authenticatorSelection: z.strictObject({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    excludeCredentials: z.array(
      z.strictObject({
        type: z.literal('public-key'),
        id: base64url,
        transports: z.array(z.string()),
      }),
    ),
  }),
})
export type RegistrationCeremony = z.infer<typeof RegistrationCeremony>

export const PasskeyName = plainText(PASSKEY_NAME_LENGTH_MAX)
export const RecoveryCodes = z.array(z.string())

export const SignInByPasskey = z.strictObject({ ceremonyId: Uuid, assertion: PasskeyAssertion })
export const RegisterPasskey = z.strictObject({
  ceremonyId: Uuid,
  name: PasskeyName,
  /** The person's name; absent: unchanged. */
  personName: plainText(LIMITS.nameLengthMax).optional(),
  registration: PasskeyRegistration,
})
export const UseRecoveryCode = z.strictObject({
  code: z.string().min(1).max(RECOVERY_CODE_LENGTH_MAX),
})

/** The answer to a registration. The codes are shown this once, after the first passkey. */
export const RegisteredPasskey = z.strictObject({
  me: Me,
  recoveryCodes: RecoveryCodes.nullable(),
})
export type RegisteredPasskey = z.infer<typeof RegisteredPasskey>

export const OwnPasskeys = z.strictObject({
  passkeys: z.array(
    z.strictObject({
      id: base64url,
      name: z.string(),
      isBackedUp: z.boolean(),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime().nullable(),
    }),
  ),
  recoveryCodesLeft: z.int(),
})
export type OwnPasskeys = z.infer<typeof OwnPasskeys>

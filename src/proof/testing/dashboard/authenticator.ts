import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyRegistration,
  RegistrationCeremony,
  SignInCeremony,
} from '#contract/dashboard/passkeys.ts'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40
const ES256 = -7

/** Departures from what an honest authenticator and browser do. */
export interface Lie {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** Without user verification. */
  unverified?: boolean
  counter?: number
}

/** A passkey in software: ES256, attestation none. It signs what a browser would, and lies when it is told to. */
export interface Authenticator {
  register(options: RegistrationCeremony['options'], lie?: Lie): PasskeyRegistration
  sign(options: Pick<SignInCeremony['options'], 'challenge' | 'rpId'>, lie?: Lie): PasskeyAssertion
  /** In Base64url. */
  credentialId: string
}

/** `isCounting`: like a security key, it counts its signatures. */
export function createAuthenticator(
  origin: string,
  { isCounting = false }: { isCounting?: boolean } = {},
): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0

  function clientData(type: string, challenge: string, lie: Lie): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: lie.type ?? type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? origin,
        crossOrigin: false,
      }),
    )
  }

  function authenticatorData(rpId: string, lie: Lie, credential?: Buffer): Buffer {
    if (isCounting) counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lie.counter ?? counter)
    const flags =
      USER_PRESENT |
      (lie.unverified === true ? 0 : USER_VERIFIED) |
      (credential === undefined ? 0 : HAS_CREDENTIAL)
    const hash = createHash('sha256')
      .update(lie.rpId ?? rpId)
      .digest()
    return Buffer.concat([hash, Buffer.of(flags), count, credential ?? Buffer.alloc(0)])
  }

  return {
    credentialId: id,
    register({ challenge, rp }, lie = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = cborMap([
        [cborInteger(1), cborInteger(2)],
        [cborInteger(3), cborInteger(ES256)],
        [cborInteger(-1), cborInteger(1)],
        [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
        [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, key])
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authenticatorData(rp.id, lie, credential))],
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, lie).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    sign({ challenge, rpId }, lie = {}) {
      const client = clientData('webauthn.get', challenge, lie)
      const data = authenticatorData(rpId, lie)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      }
    },
  }
}

// CBOR (RFC 8949), as much of it as a passkey needs.

function cborHead(major: number, value: number): Buffer {
  const type = major << 5
  if (value < 24) return Buffer.of(type | value)
  return value < 256 ? Buffer.of(type | 24, value) : Buffer.of(type | 25, value >> 8, value & 0xff)
}

function cborInteger(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes])
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
}

function cborMap(entries: readonly [Buffer, Buffer][]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
}

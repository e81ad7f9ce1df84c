import { createHmac, timingSafeEqual } from 'node:crypto'
import { newUuid } from '../../keys/new-uuid.ts'
import type { MasterKeys } from '../../keys/master-keys.ts'
import type { DashboardContext } from '../dashboard-context.ts'
import { CEREMONY_MS } from './begin-ceremony.ts'

const END_BYTES = 8

/** A challenge that was issued here, and until when it may be answered. */
export interface SignInChallenge {
  challenge: Buffer
  expiresAt: Date
}

/**
 * Issues a challenge to anybody, without a row: the end, and an HMAC of the ceremony's id and the end. So strangers who ask for
 * many take nothing from others.
 */
export function issueSignInChallenge({
  keys,
  random,
  clock,
}: Pick<DashboardContext, 'keys' | 'random' | 'clock'>): {
  ceremonyId: string
  challenge: Buffer
} {
  const ceremonyId = newUuid(random)
  const endMs = BigInt(clock().getTime() + CEREMONY_MS)
  return { ceremonyId, challenge: challengeOf(keys, ceremonyId, endMs) }
}

/** The challenge of a ceremony, as a passkey has signed it; undefined unless it was issued here and has not ended. */
export function readSignInChallenge(
  { keys, clock }: Pick<DashboardContext, 'keys' | 'clock'>,
  { ceremonyId, clientDataJSON }: { ceremonyId: string; clientDataJSON: string },
): SignInChallenge | undefined {
  const challenge = challengeIn(clientDataJSON)
  if (challenge === undefined || challenge.length < END_BYTES) return undefined
  const endMs = challenge.readBigUInt64BE()
  if (BigInt(clock().getTime()) >= endMs) return undefined
  const isOwn = [keys, ...keys.previous].some((issuer) => {
    const expected = challengeOf(issuer, ceremonyId, endMs)
    return expected.length === challenge.length && timingSafeEqual(expected, challenge)
  })
  return isOwn ? { challenge, expiresAt: new Date(Number(endMs)) } : undefined
}

function challengeOf(
  { signInChallenges }: Pick<MasterKeys, 'signInChallenges'>,
  ceremonyId: string,
  endMs: bigint,
): Buffer {
  const end = Buffer.alloc(END_BYTES)
  end.writeBigUInt64BE(endMs)
  const hmac = createHmac('sha256', signInChallenges).update(ceremonyId).update(end)
  return Buffer.concat([end, hmac.digest()])
}

/** The challenge that a passkey's answer names (WebAuthn `CollectedClientData`). */
function challengeIn(clientDataJSON: string): Buffer | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    const { challenge } = (data ?? {}) as { challenge?: unknown }
    return typeof challenge === 'string' ? Buffer.from(challenge, 'base64url') : undefined
  } catch {
    return undefined
  }
}

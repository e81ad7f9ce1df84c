import type { Environment } from '#contract/environment.ts'
import { encodeBase62 } from './base62.ts'
import { crc32 } from './crc32.ts'
import type { RandomBytes } from './id.ts'

const MODE_OF = { production: 'live', sandbox: 'test' } as const
const SECRET_BYTES = 32
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6

/** The form of an API key. It does not check the checksum: `parseApiKey` does. */
export const apiKeyPattern = new RegExp(
  `^hp_(live|test)_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`,
)

/**
 * A new API key: `hp_live_` or `hp_test_`, 256 random bits in 43 Base62 digits, and the CRC-32 of that text in 6 Base62
 * digits. The checksum lets the API and secret scanners reject look-alikes without a database.
 */
export function makeApiKey(environment: Environment, random: RandomBytes): string {
  const body = `hp_${MODE_OF[environment]}_${encodeBase62(random(SECRET_BYTES), SECRET_LENGTH)}`
  return body + checksum(body)
}

export type ParsedApiKey = { ok: true; environment: Environment } | { ok: false }

/** Reads the environment of an API key. `ok` is false when the form or the checksum is wrong. */
export function parseApiKey(text: string): ParsedApiKey {
  const mode = apiKeyPattern.exec(text)?.[1]
  if (mode === undefined) return { ok: false }
  if (!text.endsWith(checksum(text.slice(0, -CHECKSUM_LENGTH)))) return { ok: false }
  return { ok: true, environment: mode === 'live' ? 'production' : 'sandbox' }
}

/** For secret scanning; SECURITY.md publishes the same pattern. */
const KEYS_IN_TEXT = new RegExp(
  `hp_(?:live|test)_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}`,
  'g',
)

/**
 * Secret scanning: every API key in a text, in order. The checksum lets one look-alike in 62⁶ (57 billion) through.
 */
export function findApiKeys(text: string): { apiKey: string; environment: Environment }[] {
  return (text.match(KEYS_IN_TEXT) ?? []).flatMap((apiKey) => {
    const parsed = parseApiKey(apiKey)
    return parsed.ok ? [{ apiKey, environment: parsed.environment }] : []
  })
}

/** The last four characters, which may be displayed: they belong to the checksum, not to the secret. */
export function lastFour(apiKey: string): string {
  return apiKey.slice(-4)
}

function checksum(body: string): string {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, crc32(new TextEncoder().encode(body)))
  return encodeBase62(bytes, CHECKSUM_LENGTH)
}

import { OPERATIONS } from '#contract/operations.ts'
import type { Environment } from '#contract/environment.ts'
import { findApiKeys, lastFour, makeApiKey } from '#domain/api-key.ts'
import { BASE62 } from '#domain/base62.ts'
import { authenticate } from '#server/api/edge/authenticate-caller.ts'
import { apiKeyHash, type ApiKeyCache, type KnownKey } from '#server/service/keys/api-key-cache.ts'
import { deriveMasterKeys } from '#server/service/keys/master-keys.ts'
import type { Dice } from '../shared/dice.ts'
import { noForgeries, type Forgeries } from './forgeries.ts'

export interface GenuineKey {
  environment: Environment
  secret: Uint8Array
  text: string
}

const ENVIRONMENT = 'sandbox'
const GENUINE_KEYS = 200
const SECRET_BYTES = 32
const SECRET_AT = 8
const CHECKSUM_AT = 51
const KEY_LENGTH = 57
const PROGRESS_EVERY = 1000
const PEPPER = deriveMasterKeys(new Uint8Array(32).fill(7)).apiKeyHash

type Forge = (genuine: GenuineKey, other: GenuineKey, dice: Dice) => string

const KINDS: Readonly<Record<string, Forge>> = {
  'a character changed': ({ text }, _, dice) => spoil(text, dice),
  'three characters changed': ({ text }, _, dice) => spoil(spoil(spoil(text, dice), dice), dice),
  'two characters in each other’s place': ({ text }, _, dice) => {
    const at = dice.below(KEY_LENGTH - 1)
    return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)
  },
  'a character more': ({ text }, _, dice) => {
    const at = dice.below(KEY_LENGTH + 1)
    return text.slice(0, at) + digit(dice) + text.slice(at)
  },
  'a character less': ({ text }, _, dice) => {
    const at = dice.below(KEY_LENGTH)
    return text.slice(0, at) + text.slice(at + 1)
  },
  'cut short': ({ text }, _, dice) => text.slice(0, 1 + dice.below(KEY_LENGTH - 1)),
  'a letter in the other case': ({ text }, _, dice) => {
    const at = dice.below(KEY_LENGTH)
    const letter = text.charAt(at)
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
    return text.slice(0, at) + other + text.slice(at + 1)
  },
  'two keys, with a comma between': ({ text }, other) => `${text}, ${other.text}`,
  'the name of the other environment': ({ text }) =>
    text.replace(/^hp_(live|test)/, (name) => (name === 'hp_live' ? 'hp_test' : 'hp_live')),
  'the other environment, with its checksum': ({ environment, secret }) =>
    makeApiKey(environment === 'sandbox' ? 'production' : 'sandbox', () => secret),
  'the checksum of another': ({ text }, other) =>
    text.slice(0, CHECKSUM_AT) + other.text.slice(CHECKSUM_AT),
  'half of the secret of another': ({ text }, other) =>
    text.slice(0, 30) + other.text.slice(30, CHECKSUM_AT) + text.slice(CHECKSUM_AT),
  'a bit of the secret changed, with its checksum': ({ secret }, _, dice) => {
    const changed = Uint8Array.from(secret)
    const at = dice.below(SECRET_BYTES)
    changed[at] = (changed[at] ?? 0) ^ (1 << dice.below(8))
    return makeApiKey(ENVIRONMENT, () => changed)
  },
  'a secret by chance, with its checksum': (_, __, dice) => makeGenuineKey(dice).text,
  'of the same form, by chance': (_, __, dice) => lookalike(dice),
}

/** Forges API keys in every known way, and presents each to the API's authentication. */
export async function forgeKeys(
  count: number,
  dice: Dice,
  onTried: (count: number) => void = () => undefined,
): Promise<Forgeries> {
  const genuine = Array.from({ length: GENUINE_KEYS }, () => makeGenuineKey(dice))
  const texts = new Set(genuine.map(({ text }) => text))
  const isAccepted = createAuthentication(genuine)
  const result = noForgeries()
  const names = Object.keys(KINDS)
  while (result.forged < count) {
    const kind = dice.pick(names)
    const text = KINDS[kind]?.(dice.pick(genuine), dice.pick(genuine), dice) ?? ''
    // Not a forgery: two equal characters were swapped, or a change was reverted.
    if (texts.has(text)) continue
    result.kinds[kind] = (result.kinds[kind] ?? 0) + 1
    if (await isAccepted(text)) result.accepted.push({ kind, what: text })
    result.forged += 1
    if (result.forged % PROGRESS_EVERY === 0) onTried(PROGRESS_EVERY)
  }
  return result
}

/** Presents random texts, some of which look like keys, to a secret scanner. */
export async function forgeLookalikes(
  count: number,
  dice: Dice,
  onTried: (count: number) => void = () => undefined,
): Promise<Forgeries> {
  const result = noForgeries()
  for (; result.forged < count; result.forged += 1) {
    const hasPrefix = result.forged % 2 === 0
    const kind = hasPrefix ? 'of the same form, by chance' : 'Base62, by chance'
    const text = hasPrefix ? lookalike(dice) : digits(KEY_LENGTH, dice)
    result.kinds[kind] = (result.kinds[kind] ?? 0) + 1
    if (findApiKeys(text).length > 0) result.accepted.push({ kind, what: text })
    if (result.forged % PROGRESS_EVERY === 0) onTried(PROGRESS_EVERY)
  }
  return result
}

/** Creates the API's authentication over these genuine keys; resolves to whether a key is accepted. */
export function createAuthentication(
  genuine: readonly GenuineKey[],
): (apiKey: string) => Promise<boolean> {
  const hashOf = (apiKey: string) => apiKeyHash(PEPPER, apiKey).toString('latin1')
  const known = new Map(genuine.map(({ text }) => [hashOf(text), keyOfPage(text)]))
  const apiKeyCache: ApiKeyCache = { find: async (apiKey) => known.get(hashOf(apiKey)) }
  return async (apiKey) => {
    const request = new Request('http://api.test', { headers: { 'x-api-key': apiKey } })
    const call = { operation: OPERATIONS.readCheckout, request, client: undefined }
    const caller = await authenticate(apiKeyCache, ENVIRONMENT, call)
    return !('outcome' in caller)
  }
}

export function makeGenuineKey(dice: Dice): GenuineKey {
  const secret = Uint8Array.from({ length: SECRET_BYTES }, () => dice.below(256))
  return { environment: ENVIRONMENT, secret, text: makeApiKey(ENVIRONMENT, () => secret) }
}

function keyOfPage(apiKey: string): KnownKey {
  const key: KnownKey['key'] = {
    id: 'key_page',
    kind: 'checkout',
    merchantId: null,
    scopes: [],
    lastFour: lastFour(apiKey),
    hashKeyId: null,
    createdAt: new Date(0),
    lastUsedAt: null,
    lastUsedAddress: null,
    expiresAt: null,
    revokedAt: null,
  }
  return { key, merchant: undefined }
}

function lookalike(dice: Dice): string {
  return dice.pick(['hp_live_', 'hp_test_']) + digits(KEY_LENGTH - SECRET_AT, dice)
}

function digits(length: number, dice: Dice): string {
  let text = ''
  while (text.length < length) text += digit(dice)
  return text
}

function digit(dice: Dice): string {
  return BASE62.charAt(dice.below(BASE62.length))
}

function spoil(text: string, dice: Dice): string {
  const at = dice.below(text.length)
  return text.slice(0, at) + digit(dice) + text.slice(at + 1)
}

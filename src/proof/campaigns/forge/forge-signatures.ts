import { signWebhook, verifyWebhookSignature } from '#domain/webhook-signature.ts'
import type { Dice } from '../shared/dice.ts'
import { noForgeries, type Forgeries } from './forgeries.ts'

/** A delivery as a receiver gets it. */
export interface Received {
  id: string
  timestamp: string
  signature: string
  body: string
}

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const STRANGER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const NOW = new Date('2026-11-20T16:25:00.000Z')
const NOW_SECONDS = NOW.getTime() / 1000
const TOLERANCE_SECONDS = 300
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const BATCH = 64

type Forge = (genuine: Received, other: Received, dice: Dice) => Received | Promise<Received>

const KINDS: Readonly<Record<string, Forge>> = {
  'a character of the body': (genuine, _, dice) => ({
    ...genuine,
    body: spoil(genuine.body, dice),
  }),
  'a character of the id': (genuine, _, dice) => ({ ...genuine, id: spoil(genuine.id, dice) }),
  'a character of the signature': (genuine, _, dice) => ({
    ...genuine,
    signature: `v1,${spoil(genuine.signature.slice(3), dice)}`,
  }),
  'another time within the tolerance': (genuine, _, dice) => ({
    ...genuine,
    timestamp: String(otherTime(genuine, dice)),
  }),
  'signed too early or too late': async ({ id, body }, _, dice) => {
    const distance = TOLERANCE_SECONDS + 1 + dice.below(1_000_000)
    return sign(id, NOW_SECONDS + (dice.chance(0.5) ? distance : -distance), body, SECRET)
  },
  'signed with the secret of another': ({ id, body }) => sign(id, NOW_SECONDS, body, STRANGER),
  'the signature of another notification': (genuine, { signature }) => ({ ...genuine, signature }),
  'the body of another notification': (genuine, { body }) => ({ ...genuine, body }),
  'the id of another notification': (genuine, { id }) => ({ ...genuine, id }),
  'a full stop moved from the body to the id': async ({ id, body }, _, dice) => {
    const second = String(NOW_SECONDS - dice.below(TOLERANCE_SECONDS))
    const signed = await sign(id, NOW_SECONDS, `${second}.${body}`, SECRET)
    return { ...signed, id: `${id}.${NOW_SECONDS}`, timestamp: second, body }
  },
  'an empty list': (genuine, _, dice) => ({
    ...genuine,
    signature: dice.pick(['', ' ', ',', 'v1', 'v1,', 'v1, v1,', '   v1,']),
  }),
  'another version': (genuine, _, dice) => ({
    ...genuine,
    signature: genuine.signature.replace(
      'v1,',
      dice.pick(['v1a,', 'v2,', 'V1,', 'v01,', 'v1;', '']),
    ),
  }),
  'another spelling': (genuine, _, dice) => ({
    ...genuine,
    signature: dice.pick([hexadecimal, withoutPadding, urlAlphabet, cut])(genuine.signature, dice),
  }),
  'a signature by chance': (genuine, _, dice) => ({
    ...genuine,
    signature: `v1,${Array.from({ length: 43 }, () => ALPHABET[dice.below(64)]).join('')}=`,
  }),
}

/** Forges deliveries in every known way, and presents each to the verification that merchants use. */
export async function forgeSignatures(
  count: number,
  dice: Dice,
  onTried: (count: number) => void = () => undefined,
): Promise<Forgeries> {
  const result = noForgeries()
  const names = Object.keys(KINDS)
  while (result.forged < count) {
    const size = Math.min(BATCH, count - result.forged)
    await Promise.all(
      Array.from({ length: size }, async () => {
        const kind = dice.pick(names)
        const [genuine, other] = [await makeGenuine(dice), await makeGenuine(dice)]
        const received = (await KINDS[kind]?.(genuine, other, dice)) ?? genuine
        result.kinds[kind] = (result.kinds[kind] ?? 0) + 1
        if (await isAccepted(received))
          result.accepted.push({ kind, what: JSON.stringify(received) })
      }),
    )
    result.forged += size
    onTried(size)
  }
  return result
}

export async function isAccepted({ id, timestamp, signature, body }: Received): Promise<boolean> {
  const verdict = await verifyWebhookSignature({
    headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature },
    body,
    secrets: [SECRET],
    now: NOW,
  })
  return verdict.ok
}

export function makeGenuine(dice: Dice): Promise<Received> {
  const id = `evt_${Array.from({ length: 22 }, () => ALPHABET[dice.below(62)]).join('')}`
  const at = NOW_SECONDS - TOLERANCE_SECONDS + dice.below(2 * TOLERANCE_SECONDS + 1)
  return sign(id, at, JSON.stringify({ id, sequence: dice.below(1000), text: 'São' }), SECRET)
}

async function sign(id: string, seconds: number, body: string, secret: string): Promise<Received> {
  const timestamp = new Date(seconds * 1000)
  const signature = await signWebhook({ id, timestamp, body, secrets: [secret] })
  return { id, timestamp: String(seconds), signature, body }
}

/** Inserts, deletes or replaces one character. */
function spoil(text: string, dice: Dice): string {
  const at = dice.below(text.length)
  const put = ALPHABET.charAt(dice.below(62))
  const [before, after] = [text.slice(0, at), text.slice(at + 1)]
  const spoiled = dice.pick([before + put + after, before + put + text.slice(at), before + after])
  return spoiled === text ? `${text}x` : spoiled
}

function otherTime({ timestamp }: Received, dice: Dice): number {
  const seconds = NOW_SECONDS - TOLERANCE_SECONDS + dice.below(2 * TOLERANCE_SECONDS)
  return seconds >= Number(timestamp) ? seconds + 1 : seconds
}

const hexadecimal = (signature: string) =>
  `v1,${Buffer.from(signature.slice(3), 'base64').toString('hex')}`
const withoutPadding = (signature: string) => signature.replace(/=+$/, '')
const urlAlphabet = (signature: string) => `${signature.replaceAll('+', '-').replaceAll('/', '_')}=`
const cut = (signature: string, dice: Dice) => signature.slice(0, 3 + dice.below(40))

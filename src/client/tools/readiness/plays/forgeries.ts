import { toSeconds } from '#domain/signature-age.ts'
import type { CheckId } from '../checks/checks.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { nameOf, signedHeaders, type Play, type PlayedNotification } from './play.ts'

export interface Forging {
  /** The notification to forge: the most valuable of its session. */
  notification: PlayedNotification
  /** Another notification of the session, with its own valid signature. */
  other: PlayedNotification
  /** All notifications of the session: any of them may give the order out. */
  all: readonly PlayedNotification[]
  /** A ping, which has no effect when a receiver accepts it. */
  ping: PlayedNotification
  secrets: readonly string[]
  /** A secret unknown to the receiver. */
  strangerSecret: string
  random: SeededRandom
}

const YOUNGER_SECONDS_MAX = 60

/** Requests that a receiver must refuse, except stale ones. */
export function forgeries(forging: Forging): Play[] {
  const { notification, other, all, ping, secrets, strangerSecret, random } = forging
  const { body } = notification
  const otherId = withOneByteChanged(notification.id, random)
  const youngerMs = (1 + random.below(YOUNGER_SECONDS_MAX)) * 1000
  const name = nameOf(notification)
  const sign = (now: Date) => signedHeaders(notification, now, secrets)
  const play = (check: CheckId, what: string, headers: Play['headers'], sent = body): Play => ({
    check,
    what,
    body: sent,
    headers,
  })
  const oddSignature = (what: string, signature: (right: string) => string) =>
    play('odd-signature', what, async (now) => {
      const headers = await sign(now)
      const [right = ''] = headers['webhook-signature'].split(' ')
      return { ...headers, 'webhook-signature': signature(right) }
    })

  return [
    ...all.map((one) => play('unsigned', nameOf(one), async () => ({}), one.body)),
    play('no-signature', name, async (now) => {
      const { 'webhook-signature': _, ...headers } = await sign(now)
      return headers
    }),
    ...all.map((one) =>
      play(
        'other-secret',
        nameOf(one),
        (now) => signedHeaders(one, now, [strangerSecret]),
        one.body,
      ),
    ),
    play('other-body', `${name} under the signature of ${nameOf(other)}`, async (now) => ({
      ...(await signedHeaders(other, now, secrets)),
      'webhook-id': notification.id,
    })),
    play('one-byte', name, sign, withOneByteChanged(body, random)),
    // A ping: its content is genuine, so that a receiver that wrongly accepts it does not fulfil an order.
    play(
      'reserialised',
      ping.type,
      (now) => signedHeaders(ping, now, secrets),
      JSON.stringify(JSON.parse(ping.body), null, 2),
    ),
    play('other-id', name, async (now) => ({ ...(await sign(now)), 'webhook-id': otherId })),
    play('other-timestamp', name, async (now) => ({
      ...(await sign(new Date(now.getTime() - youngerMs))),
      'webhook-timestamp': String(toSeconds(now)),
    })),
    oddSignature('nothing after the version', () => 'v1,'),
    oddSignature('the first half of the right one', (right) =>
      right.slice(0, Math.ceil(right.length / 2)),
    ),
    oddSignature('the right one, called v2', (right) => right.replace(/^v1,/, 'v2,')),
    oddSignature('no Base64', () => 'v1,***'),
    play('odd-timestamp', name, async (now) => ({
      ...(await signedHeaders(notification, now, [strangerSecret])),
      'webhook-timestamp': 'yesterday',
    })),
    play('not-json', '{"id":', async () => ({}), '{"id":'),
  ]
}

/** Changes one digit, or the last character of a text without digits, so that JSON stays valid. */
function withOneByteChanged(text: string, random: SeededRandom): string {
  const digits = [...text.matchAll(/[1-9]/g)].map(({ index }) => index)
  const place = digits[random.below(digits.length)] ?? text.length - 1
  const there = text.charAt(place)
  return text.slice(0, place) + (there === '7' ? '3' : '7') + text.slice(place + 1)
}

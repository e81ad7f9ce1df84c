import { toSeconds } from '../../../../domain/signature-age.ts'
import type { CheckId } from '../checks/checks.ts'
import type { Chance } from '../seeded-chance.ts'
import { nameOf, signedHeaders, type Play, type PlayedNotification } from './play.ts'

export interface Forging {
  /** What is forged: the most valuable notification of a session. */
  notification: PlayedNotification
  /** Another one, whose signature is right for itself. */
  other: PlayedNotification
  /** Of which nothing follows. */
  ping: PlayedNotification
  secrets: readonly string[]
  /** A secret that nobody has. */
  strangerSecret: string
  chance: Chance
}

const YOUNGER_SECONDS_MAX = 60

/** Everything that claims to be genuine and is not. */
export function forgeries(forging: Forging): Play[] {
  const { notification, other, ping, secrets, strangerSecret, chance } = forging
  const { body } = notification
  const otherId = withOneByteChanged(notification.id, chance)
  const youngerMs = (1 + chance.below(YOUNGER_SECONDS_MAX)) * 1000
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
    play('unsigned', name, async () => ({})),
    play('no-signature', name, async (now) => {
      const { 'webhook-signature': _, ...headers } = await sign(now)
      return headers
    }),
    play('other-secret', name, (now) => signedHeaders(notification, now, [strangerSecret])),
    play('other-body', `${name} under the signature of ${nameOf(other)}`, async (now) => ({
      ...(await signedHeaders(other, now, secrets)),
      'webhook-id': notification.id,
    })),
    play('one-byte', name, sign, withOneByteChanged(body, chance)),
    // Told by a ping: what it says is genuine, and whoever is deceived only by the form of it gives nothing out.
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

/** The same text with one digit or, where it has none, its last letter changed; JSON stays JSON. */
function withOneByteChanged(text: string, chance: Chance): string {
  const digits = [...text.matchAll(/[1-9]/g)].map(({ index }) => index)
  const place = digits[chance.below(digits.length)] ?? text.length - 1
  const there = text.charAt(place)
  return text.slice(0, place) + (there === '7' ? '3' : '7') + text.slice(place + 1)
}

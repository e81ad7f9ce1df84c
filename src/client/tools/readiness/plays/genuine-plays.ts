import type { CheckId } from '../checks/checks.ts'
import type { SeededRandom } from '../seeded-random.ts'
import {
  nameOf,
  signedHeaders,
  type Play,
  type PlayedNotification,
  type PlayedSession,
} from './play.ts'

export interface Signing {
  secrets: readonly string[]
  strangerSecret: string
}

/** A notification as a delivery sends it. */
export function genuine(
  check: CheckId,
  notification: PlayedNotification,
  { secrets }: Signing,
): Play {
  return {
    check,
    what: nameOf(notification),
    body: notification.body,
    headers: (now) => signedHeaders(notification, now, secrets),
  }
}

const SECONDS_IN_TEN_MINUTES = 600
const SECONDS_IN_A_DAY = 86_400

/** Valid signatures with timestamps outside the tolerance. */
export function staleNotifications(
  ping: (number: number) => PlayedNotification,
  { secrets }: Signing,
): Play[] {
  const stale = (check: CheckId, number: number, offsetSeconds: number): Play => {
    const notification = ping(number)
    return {
      check,
      what: nameOf(notification),
      body: notification.body,
      headers: (now) =>
        signedHeaders(notification, new Date(now.getTime() + offsetSeconds * 1000), secrets),
    }
  }
  return [
    stale('ten-minutes-old', 1, -SECONDS_IN_TEN_MINUTES),
    stale('one-day-old', 2, -SECONDS_IN_A_DAY),
    stale('from-the-future', 3, SECONDS_IN_TEN_MINUTES),
  ]
}

/** Genuine notifications in forms that a later version or a network may produce. */
export function unusualNotifications(
  session: PlayedSession,
  ping: (number: number) => PlayedNotification,
  newId: () => string,
  signing: Signing & { random: SeededRandom },
): Play[] {
  const last = session.notifications.at(-1) ?? session.notifications[0]
  const unheard = withUnheardType(last, newId())
  const largest = session.notifications.reduce((one, other) =>
    one.body.length >= other.body.length ? one : other,
  )
  return [
    rotated('rotation-first', ping(4), (right, wrong) => `${right} ${wrong}`, signing),
    rotated('rotation-second', ping(5), (right, wrong) => `${wrong} ${right}`, signing),
    genuine('unknown-type', unheard, signing),
    ...otherFormats(ping(9), signing),
    skewed(ping(10), -SKEW_SECONDS, signing),
    skewed(ping(11), SKEW_SECONDS, signing),
    withHeaderNames('WEBHOOK-ID', (name) => name.toUpperCase(), ping(6), signing),
    withHeaderNames(
      'Webhook-Id',
      (name) => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
      ping(7),
      signing,
    ),
    {
      ...genuine('slow-pieces', largest, signing),
      pieceBytes: piecesOf(largest.body, signing.random),
    },
  ]
}

function rotated(
  check: CheckId,
  notification: PlayedNotification,
  join: (right: string, wrong: string) => string,
  { secrets, strangerSecret }: Signing,
): Play {
  return {
    ...genuine(check, notification, { secrets, strangerSecret }),
    async headers(now) {
      const right = await signedHeaders(notification, now, secrets)
      const wrong = await signedHeaders(notification, now, [strangerSecret])
      const signature = join(right['webhook-signature'], wrong['webhook-signature'])
      return { ...right, 'webhook-signature': signature }
    },
  }
}

function withHeaderNames(
  example: string,
  rename: (name: string) => string,
  notification: PlayedNotification,
  { secrets }: Signing,
): Play {
  return {
    check: 'header-case',
    what: `${notification.type} with ${example}`,
    body: notification.body,
    async headers(now) {
      const headers = await signedHeaders(notification, now, secrets)
      return Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [rename(name), value]),
      )
    },
  }
}

/** An event of a type that does not exist yet. */
function withUnheardType(last: PlayedNotification, id: string): PlayedNotification {
  const [type, sequence] = ['session.unheard_of', last.sequence + 1]
  const body = JSON.parse(last.body) as object
  return { id, type, sequence, body: JSON.stringify({ ...body, id, type, sequence }) }
}

/** The same JSON in other bytes. */
function otherFormats(ping: PlayedNotification, signing: Signing): Play[] {
  const fields = Object.entries(JSON.parse(ping.body) as object)
  const escaped = JSON.stringify(Object.fromEntries(fields.toReversed())).replace(
    '"ping"',
    String.raw`"p\u0069ng"`,
  )
  return [JSON.stringify(Object.fromEntries(fields), null, 2), escaped].map((body) =>
    genuine('other-format', { ...ping, body }, signing),
  )
}

const SKEW_SECONDS = 30

/** A ping whose sender's clock differs from the receiver's, as far as is usual. */
function skewed(ping: PlayedNotification, seconds: number, signing: Signing): Play {
  return {
    ...genuine('clock-skew', ping, signing),
    what: seconds < 0 ? 'a ping of the past' : 'a ping of the future',
    headers: (now) =>
      signedHeaders(ping, new Date(now.getTime() + seconds * 1000), signing.secrets),
  }
}

/** The same event with additional fields. */
export function withUnheardFields(last: PlayedNotification): PlayedNotification {
  const body = JSON.parse(last.body) as { data?: { session?: object } }
  const news = { unheardOf: { text: 'Ação, ação!', list: [1, null] } }
  const session = body.data?.session && { session: { ...body.data.session, ...news } }
  return {
    ...last,
    body: JSON.stringify({ ...body, ...news, data: { ...body.data, ...session, ...news } }),
  }
}

const PIECES_MAX = 6

/** Random chunk lengths; one cut is within a multi-byte character if the body has one. */
function piecesOf(body: string, random: SeededRandom): number[] {
  const bytes = new TextEncoder().encode(body)
  const within = bytes.findIndex((byte) => byte >= 0x80 && byte < 0xc0)
  const cuts = Array.from({ length: PIECES_MAX - 2 }, () => 1 + random.below(bytes.length - 1))
  const places = [...new Set([...cuts, ...(within > 0 ? [within] : []), bytes.length])].toSorted(
    (one, other) => one - other,
  )
  return places.map((place, index) => place - (places[index - 1] ?? 0))
}

import type { RandomBytes } from '#domain/id.ts'
import { newId } from '#domain/id.ts'
import { makeWebhookSecret } from '#domain/webhook-secret.ts'
import type { CheckId } from '../checks/checks.ts'
import { seededRandom, type SeededRandom } from '../seeded-random.ts'
import { forgeries } from './forgeries.ts'
import {
  genuine,
  staleNotifications,
  unusualNotifications,
  withUnheardFields,
  type Signing,
} from './genuine-plays.ts'
import type { Play, PlayedNotification, PlayedSession, Step } from './play.ts'

export interface Planning {
  /** One to four sessions: played in order, out of order, several times at once, and in order without a payment. */
  sessions: readonly [PlayedSession, ...PlayedSession[]]
  /** The webhook secrets in force. */
  secrets: readonly string[]
  seed: number
  now: Date
  only: ReadonlySet<CheckId>
}

/** The steps of a run. Deterministic for a seed and sessions, except for times and the ids of new events. */
export function planPlays({ sessions, secrets, seed, now, only }: Planning): Step[] {
  const random = seededRandom(seed)
  const randomBytes: RandomBytes = (length) => random.bytes(length)
  const signing: Signing & { random: SeededRandom } = {
    secrets,
    strangerSecret: makeWebhookSecret(randomBytes),
    random,
  }
  const freshId = () => newId('evt', now, randomBytes)
  const ping = (number: number) => pingOf(freshId(), new Date(now.getTime() + number))
  const [inOrder, shuffled = inOrder, doubled = inOrder, unpaid] = sessions
  const firstPing = ping(0)
  const { rest, held } = reorder(shuffled, random)

  const steps: Step[] = [
    { kind: 'look', when: 'before' },
    one(genuine('ping', firstPing, signing)),
    ...random
      .shuffled(
        forgeries({
          ...signing,
          ping: ping(8),
          notification: mostValuable(inOrder),
          all: inOrder.notifications,
          other: inOrder.notifications.find((it) => it !== mostValuable(inOrder)) ?? firstPing,
        }),
      )
      .map(one),
    { kind: 'look', when: 'after_forgeries' },
    ...inOrder.notifications.flatMap((notification) => [
      // Its first delivery: a receiver that knows a notification does not read it again.
      ...(notification === mostValuable(inOrder)
        ? [one(genuine('unknown-fields', withUnheardFields(notification), signing))]
        : []),
      one(genuine('in-order', notification, signing)),
      one(genuine('duplicate-at-once', notification, signing)),
    ]),
    ...(unpaid?.notifications ?? []).map((it) => one(genuine('in-order', it, signing))),
    ...rest.map((notification) => one(genuine('reordered', notification, signing))),
    ...doubled.notifications.map((notification): Step => {
      // The last bytes of all copies are written at one moment, on connections that are open by then.
      const pieceBytes = [Buffer.byteLength(notification.body) - 1, 1]
      const play = { ...genuine('duplicate-same-moment', notification, signing), pieceBytes }
      return { kind: 'send', plays: Array.from({ length: AT_ONCE }, () => play) }
    }),
    ...inOrder.notifications.map((it) => one(genuine('duplicate-later', it, signing))),
    ...random.shuffled(unusualNotifications(inOrder, ping, freshId, signing)).map(one),
    ...random.shuffled(staleNotifications(ping, signing)).map(one),
    one(genuine('delayed', held, signing)),
    { kind: 'look', when: 'at_the_end' },
  ]
  return steps.filter((step) => isWanted(step, only))
}

/** So many that a race of a few milliseconds is met, though a busy machine spreads their arrivals. */
const AT_ONCE = 8

function one(play: Play): Step {
  return { kind: 'send', plays: [play] }
}

/** The ping is always played: refusals prove nothing about a receiver that refuses everything. */
function isWanted(step: Step, only: ReadonlySet<CheckId>): boolean {
  if (step.kind === 'send')
    return step.plays.some(({ check }) => check === 'ping' || only.has(check))
  return only.has('exactly-once') || only.has('nothing-by-forgery')
}

/** The most attractive one to forge: the session is paid. */
function mostValuable({ notifications }: PlayedSession): PlayedNotification {
  const by = (type: string) => notifications.find((notification) => notification.type === type)
  return by('session.completed') ?? by('payment.succeeded') ?? notifications[0]
}

/**
 * Begins with the notification that gives the order out, and holds another one back to the end: a receiver that waits for an
 * earlier one never gives it out. Two or more are never in their original order.
 */
function reorder(
  session: PlayedSession,
  random: SeededRandom,
): { rest: PlayedNotification[]; held: PlayedNotification } {
  const begin = mostValuable(session)
  const [first, ...others] = random.shuffled(session.notifications.filter((it) => it !== begin))
  if (first === undefined) return { rest: [begin], held: begin }
  const left = session.notifications.filter((it) => it !== first)
  const rest = [begin, ...others]
  const isInOrder = rest.every((notification, index) => notification === left[index])
  return { rest: isInOrder ? rest.toReversed() : rest, held: first }
}

function pingOf(id: string, at: Date): PlayedNotification {
  const [type, sequence] = ['ping', 0]
  const timestamp = at.toISOString()
  const body = JSON.stringify({ id, type, timestamp, environment: 'sandbox', sequence, data: {} })
  return { id, type, sequence, body }
}

import type { RandomBytes } from '#domain/id.ts'
import { newId } from '#domain/id.ts'
import { makeWebhookSecret } from '#domain/webhook-secret.ts'
import type { CheckId } from '../checks/checks.ts'
import { seededRandom, type SeededRandom } from '../seeded-random.ts'
import { forgeries } from './forgeries.ts'
import { genuine, staleNotifications, unusualNotifications, type Signing } from './genuine-plays.ts'
import type { PlayedNotification, PlayedSession, Step } from './play.ts'

export interface Planning {
  /** One to three sessions: played in order, out of order, and twice concurrently. */
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
  const [inOrder, shuffled = inOrder, doubled = inOrder] = sessions
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
          other: inOrder.notifications.find((it) => it !== mostValuable(inOrder)) ?? firstPing,
        }),
      )
      .map(one),
    { kind: 'look', when: 'after_forgeries' },
    ...inOrder.notifications.flatMap((notification) => [
      one(genuine('in-order', notification, signing)),
      one(genuine('duplicate-at-once', notification, signing)),
    ]),
    ...rest.map((notification) => one(genuine('reordered', notification, signing))),
    ...doubled.notifications.map((notification): Step => {
      const play = genuine('duplicate-same-moment', notification, signing)
      return { kind: 'send', plays: [play, play] }
    }),
    ...inOrder.notifications.map((it) => one(genuine('duplicate-later', it, signing))),
    ...random.shuffled(unusualNotifications(inOrder, ping, freshId, signing)).map(one),
    ...random.shuffled(staleNotifications(ping, signing)).map(one),
    one(genuine('delayed', held, signing)),
    { kind: 'look', when: 'at_the_end' },
  ]
  return steps.filter((step) => isWanted(step, only))
}

function one(play: Extract<Step, { kind: 'send' }>['plays'][number]): Step {
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

/** Holds one notification back to the end; two or more others are never in their original order. */
function reorder(
  { notifications }: PlayedSession,
  random: SeededRandom,
): { rest: PlayedNotification[]; held: PlayedNotification } {
  const held = random.pick(notifications)
  const left = notifications.filter((notification) => notification !== held)
  const [first, ...others] = left
  const rest = random.shuffled(left)
  const isInOrder = rest.every((notification, index) => notification === left[index])
  if (first === undefined) return { rest: [held], held }
  return { rest: isInOrder ? [...others, first] : rest, held }
}

function pingOf(id: string, at: Date): PlayedNotification {
  const [type, sequence] = ['ping', 0]
  const timestamp = at.toISOString()
  const body = JSON.stringify({ id, type, timestamp, environment: 'sandbox', sequence, data: {} })
  return { id, type, sequence, body }
}

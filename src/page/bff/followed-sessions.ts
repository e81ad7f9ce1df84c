import type { CheckoutClient } from '../../client/index.ts'
import type { Checkout } from '../../contract/checkout.ts'
import type { CheckoutChange } from '../../contract/checkout-changes.ts'
import { createChangeFeed } from './change-feed.ts'
import { createCheckoutCalls } from './checkout-calls.ts'
import { createCheckoutReader } from './checkout-reader.ts'
import { pause } from './pause.ts'
import { hasTimeMoved, isPastExpiry, type SeenCheckout } from './seen-checkout.ts'
import { createStaggeredTimer } from './staggered-timer.ts'

/** Who is told of a session. */
export interface Follower {
  tell(checkout: Checkout): void
  /** Every twenty seconds. */
  beat(): void
  /** Nothing more is told. */
  end(): void
}

/** The sessions that somebody looks at: each is read when the API tells that it changed, once for all who follow it. */
export interface FollowedSessions {
  /**
   * Reads a session, and tells of every change since to whom `begin` makes of it, if anybody, until `leave` is called.
   * Rejects as reading does.
   */
  follow(
    reference: string,
    begin: (checkout: Checkout, leave: () => void) => Follower | undefined,
  ): Promise<void>
}

interface Followed {
  reference: string
  /** What its followers know. Many small moves of its time add up to one that they are told of. */
  told: SeenCheckout
  followers: Set<Follower>
  /** The highest version that there is, as far as was told. */
  toldVersion: number
  isStale: boolean
  isReading: boolean
  beat: () => void
}

/** A session that is read for the first time: what is told meanwhile may be of it. */
interface Opening {
  told: CheckoutChange[]
  isGap: boolean
}

const BEAT_SECONDS = 20
const FAILURES_MAX = 5
const RETRY_MS = 2000

export function createFollowedSessions(
  client: Pick<CheckoutClient, 'checkout'>,
  { clock, closing }: { clock: () => Date; closing: AbortSignal },
): FollowedSessions {
  const calls = createCheckoutCalls(client)
  const reader = createCheckoutReader(client, closing)
  const beats = createStaggeredTimer(BEAT_SECONDS)
  const sessions = new Map<string, Followed>()
  const byTopic = new Map<string, Set<Followed>>()
  const openings = new Set<Opening>()
  const feed = createChangeFeed(client, {
    onChanges(changes) {
      for (const opening of openings) opening.told.push(...changes)
      for (const { topic, version } of changes)
        for (const session of byTopic.get(topic) ?? []) hear(session, version)
    },
    onGap() {
      for (const opening of openings) opening.isGap = true
      for (const session of sessions.values()) hear(session, null)
    },
    onLost: endAll,
  })
  closing.addEventListener('abort', () => {
    feed.stop()
    endAll()
  })

  function hear(session: Followed, version: number | null): void {
    if (version !== null && version <= session.told.checkout.version) return
    session.toldVersion = Math.max(session.toldVersion, version ?? 0)
    session.isStale = true
    if (!session.isReading) void readAgain(session)
  }

  async function readAgain(session: Followed): Promise<void> {
    let failures = 0
    session.isReading = true
    while (session.isStale && session.followers.size > 0 && failures <= FAILURES_MAX) {
      session.isStale = false
      const checkout = await reader.read(session.reference)
      if (checkout !== undefined) see(session, checkout)
      if (checkout !== undefined && checkout.version >= session.toldVersion) {
        failures = 0
      } else {
        failures += 1
        session.isStale = true
        await pause(RETRY_MS, closing)
      }
    }
    session.isReading = false
    // Whoever was told that there is more must not wait for it here.
    if (session.isStale) end(session)
  }

  function see(session: Followed, checkout: Checkout): void {
    const now = { checkout, atMs: clock().getTime() }
    const isNewer = checkout.version > session.told.checkout.version
    const isSame = checkout.version === session.told.checkout.version
    if (!isNewer && !(isSame && hasTimeMoved(session.told, now))) return
    session.told = now
    for (const follower of session.followers) follower.tell(checkout)
  }

  function add(reference: string, checkout: Checkout): Followed {
    const session: Followed = {
      reference,
      told: { checkout, atMs: clock().getTime() },
      followers: new Set(),
      toldVersion: 0,
      isStale: false,
      isReading: false,
      beat() {
        // Of whom nobody tells, as an older API does not, and nobody ends, is looked at again.
        const { told } = session
        if (told.checkout.topics === undefined || isPastExpiry(told, clock().getTime()))
          hear(session, null)
        for (const follower of session.followers) follower.beat()
      },
    }
    sessions.set(reference, session)
    for (const topic of checkout.topics ?? [])
      byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(session))
    beats.add(session.beat)
    return session
  }

  function remove(session: Followed): void {
    if (sessions.get(session.reference) !== session) return
    sessions.delete(session.reference)
    for (const [topic, others] of byTopicOf(session)) {
      others.delete(session)
      if (others.size === 0) byTopic.delete(topic)
    }
    beats.remove(session.beat)
    stopIfAlone()
  }

  function byTopicOf(session: Followed): [string, Set<Followed>][] {
    const topics = session.told.checkout.topics ?? []
    return topics.map((topic) => [topic, byTopic.get(topic) ?? new Set()])
  }

  function stopIfAlone(): void {
    if (sessions.size === 0 && openings.size === 0) feed.stop()
  }

  function end(session: Followed): void {
    for (const follower of session.followers) follower.end()
    session.followers.clear()
    remove(session)
  }

  function endAll(): void {
    for (const session of sessions.values()) end(session)
  }

  return {
    async follow(reference, begin) {
      const opening: Opening = { told: [], isGap: false }
      openings.add(opening)
      try {
        // The ear first, then the look.
        await feed.start()
        const checkout = await calls.read(reference)
        let hasLeft = false
        const begun: { follower?: Follower | undefined } = {}
        const leave = () => {
          hasLeft = true
          if (begun.follower !== undefined) drop(reference, begun.follower)
        }
        const follower = begin(checkout, leave)
        begun.follower = follower
        if (closing.aborted) follower?.end()
        if (follower === undefined || hasLeft) return
        const session = sessions.get(reference) ?? add(reference, checkout)
        const { told } = session
        if (told.checkout.version > checkout.version) follower.tell(told.checkout)
        else see(session, checkout)
        session.followers.add(follower)
        const topics = checkout.topics ?? []
        if (opening.isGap) hear(session, null)
        for (const { topic, version } of opening.told)
          if (topics.includes(topic)) hear(session, version)
      } finally {
        openings.delete(opening)
        stopIfAlone()
      }
    },
  }

  function drop(reference: string, follower: Follower): void {
    const session = sessions.get(reference)
    if (session === undefined) return
    session.followers.delete(follower)
    if (session.followers.size === 0) remove(session)
  }
}

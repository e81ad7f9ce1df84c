import type { PageClient } from './page-client.ts'
import type { Checkout } from '#contract/checkout.ts'
import type { CheckoutChange } from '#contract/checkout-changes.ts'
import { createChangeFeed } from './change-feed.ts'
import { createCheckoutCalls } from './checkout-calls.ts'
import { createCheckoutReader } from './checkout-reader.ts'
import { pause } from './pause.ts'
import { hasClockJumped, isPastExpiry, type SeenCheckout } from './seen-checkout.ts'
import { createStaggeredTimer } from './staggered-timer.ts'

/** A subscriber of a session's changes. */
export interface Follower {
  publish(checkout: Checkout): void
  /** Heartbeat, every twenty seconds. */
  beat(): void
  /** Nothing more is published. */
  end(): void
}

/** Sessions with subscribers. A change in the API causes one read per session, published to all its followers. */
export interface FollowedSessions {
  /**
   * Reads a session, and publishes every later change to the follower that `begin` returns, if any, until `leave` is
   * called. Rejects when the read fails.
   */
  follow(
    reference: string,
    begin: (checkout: Checkout, leave: () => void) => Follower | undefined,
  ): Promise<void>
}

interface Followed {
  reference: string
  /** What followers last received. It changes only when it is published, so that small jumps of the clock add up. */
  latest: SeenCheckout
  followers: Set<Follower>
  /** Highest version that the API announced. */
  announcedVersion: number
  isStale: boolean
  isReading: boolean
  beat: () => void
}

/** A session's first read: changes announced meanwhile may concern it. */
interface Opening {
  changes: CheckoutChange[]
  isGap: boolean
}

const BEAT_SECONDS = 20
const FAILURES_MAX = 5
const RETRY_MS = 2000

export function createFollowedSessions(
  client: PageClient,
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
      for (const opening of openings) opening.changes.push(...changes)
      for (const { topic, version } of changes)
        for (const session of byTopic.get(topic) ?? []) markStale(session, version)
    },
    onGap() {
      for (const opening of openings) opening.isGap = true
      for (const session of sessions.values()) markStale(session, null)
    },
    onLost: endAll,
  })
  closing.addEventListener('abort', () => {
    feed.stop()
    endAll()
  })

  function markStale(session: Followed, version: number | null): void {
    if (version !== null && version <= session.latest.checkout.version) return
    session.announcedVersion = Math.max(session.announcedVersion, version ?? 0)
    session.isStale = true
    if (!session.isReading) void readAgain(session)
  }

  async function readAgain(session: Followed): Promise<void> {
    let failures = 0
    session.isReading = true
    while (session.isStale && session.followers.size > 0 && failures <= FAILURES_MAX) {
      session.isStale = false
      const checkout = await reader.read(session.reference)
      if (checkout !== undefined) publishIfNew(session, checkout)
      if (checkout !== undefined && checkout.version >= session.announcedVersion) {
        failures = 0
      } else {
        failures += 1
        session.isStale = true
        await pause(RETRY_MS, closing)
      }
    }
    session.isReading = false
    // After failed reads, followers end and reconnect rather than wait for the next change.
    if (session.isStale) end(session)
  }

  function publishIfNew(session: Followed, checkout: Checkout): void {
    const now = { checkout, atMs: clock().getTime() }
    const isNewer = checkout.version > session.latest.checkout.version
    const isSame = checkout.version === session.latest.checkout.version
    if (!isNewer && !(isSame && hasClockJumped(session.latest, now))) return
    session.latest = now
    for (const follower of session.followers) follower.publish(checkout)
  }

  function add(reference: string, checkout: Checkout): Followed {
    const session: Followed = {
      reference,
      latest: { checkout, atMs: clock().getTime() },
      followers: new Set(),
      announcedVersion: 0,
      isStale: false,
      isReading: false,
      beat() {
        // Sessions without change topics (older API) or past expiry are polled.
        const { latest } = session
        if (latest.checkout.topics === undefined || isPastExpiry(latest, clock().getTime()))
          markStale(session, null)
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
    const topics = session.latest.checkout.topics ?? []
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
      const opening: Opening = { changes: [], isGap: false }
      openings.add(opening)
      try {
        // Subscribe first, then read: otherwise a change in between would be lost.
        await feed.start()
        const checkout = await calls.follow(reference)
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
        const { latest } = session
        if (latest.checkout.version > checkout.version) follower.publish(latest.checkout)
        else publishIfNew(session, checkout)
        session.followers.add(follower)
        const topics = checkout.topics ?? []
        if (opening.isGap) markStale(session, null)
        for (const { topic, version } of opening.changes)
          if (topics.includes(topic)) markStale(session, version)
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

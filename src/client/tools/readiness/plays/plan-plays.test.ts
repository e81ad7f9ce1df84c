import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeWebhookSecret } from '#domain/webhook-secret.ts'
import { verifyWebhookSignature } from '#domain/webhook-signature.ts'
import { CHECK_IDS, checkOf, type CheckId } from '../checks/checks.ts'
import { SEED_MAX, seededRandom } from '../seeded-random.ts'
import { FOUR_SESSIONS, playedSession } from '#proof/testing/tools/sessions.fixture.ts'
import { planPlays } from './plan-plays.ts'
import type { Play, PlayedSession, Step } from './play.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const SECRETS = ['current', 'ending'].map((name) =>
  makeWebhookSecret((length) => new TextEncoder().encode(name.padEnd(length, '.'))),
)
const EVERYTHING = new Set(CHECK_IDS)
const seeds = fc.integer({ min: 0, max: SEED_MAX })
const sessions = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 6 }))
  .map(([count, length]) => {
    const types = ['session.completed', ...Array<string>(length - 1).fill('payment.failed')]
    const [first, ...others] = Array.from({ length: count }, (_, digit) =>
      playedSession(digit + 1, types),
    )
    return [first, ...others] as [PlayedSession, ...PlayedSession[]]
  })

function plan(
  seed: number,
  played: readonly [PlayedSession, ...PlayedSession[]] = FOUR_SESSIONS,
  only: ReadonlySet<CheckId> = EVERYTHING,
): Step[] {
  return planPlays({ sessions: played, secrets: SECRETS, seed, now: NOW, only })
}

function playsOf(steps: readonly Step[]): Play[] {
  return steps.flatMap((step) => (step.kind === 'send' ? [...step.plays] : []))
}

describe('planPlays', () => {
  it('signs exactly the genuine plays, for any seed and sessions', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, sessions, async (seed, played) => {
        for (const play of playsOf(plan(seed, played))) {
          const { body } = play
          const headers = await play.headers(NOW)
          const verdict = await verifyWebhookSignature({
            headers,
            body,
            secrets: SECRETS,
            now: NOW,
          })
          expect([play.check, verdict.ok]).toEqual([
            play.check,
            checkOf(play.check).expects === 'taken',
          ])
        }
      }),
      { numRuns: 25 },
    )
  })

  it('has plays for every check of its own answers', () => {
    fc.assert(
      fc.property(seeds, sessions, (seed, played) => {
        const checks = new Set(playsOf(plan(seed, played)).map(({ check }) => check))
        expect(checks).toEqual(new Set(CHECK_IDS.filter((check) => checkOf(check).expects)))
      }),
    )
  })

  it("sends a session's forgeries before its genuine notifications, and reads the state in between", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const steps = plan(seed)
        const isForged = (step: Step) =>
          step.kind === 'send' && step.plays.some(({ check }) => checkOf(check).group === 'forged')
        const look = steps.findIndex(
          (step) => step.kind === 'look' && step.when === 'after_forgeries',
        )
        const genuine = steps.findIndex(
          (step) => step.kind === 'send' && step.plays.some(({ check }) => check === 'in-order'),
        )
        expect(steps.findLastIndex(isForged)).toBeLessThan(look)
        expect(look).toBeLessThan(genuine)
      }),
    )
  })

  it('never reorders into the original order', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const sequences = playsOf(plan(seed))
          .filter(({ check }) => check === 'reordered')
          .map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence)
        expect(sequences).toHaveLength(3)
        expect(sequences).not.toEqual(sequences.toSorted((one, other) => one - other))
      }),
    )
  })

  it('cuts a body into chunks without loss, once within a character', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const play = playsOf(plan(seed)).find(({ check }) => check === 'slow-pieces')
        const bytes = Buffer.from(play?.body ?? '')
        let end = 0
        const ends = (play?.pieceBytes ?? []).map((length) => (end += length))
        expect(ends.at(-1)).toBe(bytes.length)
        expect(ends.some((place) => ((bytes[place] ?? 0) & 0xc0) === 0x80)).toBe(true)
      }),
    )
  })

  it('is the same for the same seed', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const played = () => playsOf(plan(seed)).map(({ check, body }) => [check, body])
        expect(played()).toEqual(played())
      }),
    )
  })

  it('plays only requested checks, and always the ping', () => {
    const random = seededRandom(7)
    const only = new Set(random.shuffled(CHECK_IDS).slice(0, 4))
    const wanted = new Set([...only].filter((check) => checkOf(check).expects))
    const checks = new Set(playsOf(plan(1, FOUR_SESSIONS, only)).map(({ check }) => check))
    expect(checks).toEqual(new Set([...wanted, 'ping']))
  })
})

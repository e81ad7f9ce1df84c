import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { quietly } from '../plants/focus.ts'
import { paymentsOf, simulateLast } from '../simulation/actions.ts'
import { turns } from '../simulation/background.ts'
import { decide, letPass } from '../simulation/hold-scenes.ts'
import { SOUND } from '../simulation/plant.ts'
import { create, heldPurchase } from '../simulation/purchase.ts'
import type { Scene } from '../simulation/rare-scenes.ts'
import { payByCard } from '../simulation/rare-scenes.ts'
import { runSchedule } from '../simulation/run-schedule.ts'
import { settle } from '../simulation/settle.ts'
import { openWorld, type World } from '../simulation/world.ts'
import { hearStrangers } from './scenes.ts'

const TOLD_MS = 3000
const DAY_MS = 86_400_000
const SEEDS = [501, 502, 503, 504, 505, 506, 507, 508]

describe('scenes at Adyen', { timeout: 120_000 }, () => {
  let database: TestDatabase
  let world: World
  beforeAll(async () => {
    database = await createTestDatabase()
    world = await openWorld(database.url)
  })
  afterAll(async () => {
    await world.close()
    await database.drop()
  })

  /** Plays the scene with each seed; returns what was met. */
  const play = async (
    scene: Scene,
    first: number,
    adyenDays: readonly string[],
    faults = quietly(scene).faults,
  ) => {
    const met = new Set<string>()
    for (const seed of SEEDS) {
      const plant = { ...SOUND, focus: { begin: scene, faults }, adyenDays }
      const { violations, sightings } = await runSchedule(world, first + seed, { plant })
      expect([seed, violations]).toEqual([seed, []])
      for (const { subject, name } of sightings) if (subject === 'at Adyen') met.add(name)
    }
    return met
  }

  it('a refund in the Customer Area that is answered late', async () => {
    const met = await play(
      async (stage, purchase) => {
        await payByCard(stage, purchase, 'approved')
        stage.clock.advance(TOLD_MS)
        await turns(stage, 'the processor works', 'resolve')
        stage.clock.advance(TOLD_MS)
        await turns(stage, 'the processor works', 'resolve')
        await settle(stage, [simulateLast(stage, purchase, 'refund_elsewhere')])
      },
      0,
      ['call: late'],
    )
    expect(met).toContain('call: late')
    expect(met).toContain('a refund elsewhere')
  })

  it('a capture of money that its network has taken, whose process has died', async () => {
    const captured: number[] = []
    await play(
      async (stage, purchase) => {
        const held = heldPurchase(stage, purchase, { number: 2000, payer: 'maria' })
        await settle(stage, [create(stage, held)])
        await payByCard(stage, held, 'processed')
        await settle(stage, [decide(stage, held, { intent: 'capture', share: 1 })])
        await letPass(stage, 8 * DAY_MS)
        await turns(stage, 'the processor works', 'finish intents')
        captured.push((await paymentsOf(stage, held, "status = 'succeeded'")).length)
      },
      200,
      [],
      () => ({
        fateOf: (kind, _name, label) =>
          kind === 'commit' && label === 'operator capture' ? 'dies after' : 'done',
        pauseOf: () => 0,
      }),
    )
    expect(new Set(captured)).toEqual(new Set([1]))
  })

  it('S-157: webhooks of strangers of every kind', async () => {
    const met = await play(hearStrangers, 100, [])
    expect([...met].filter((name) => name.includes('stranger')).toSorted()).toEqual([
      "a stranger's webhook, for another account",
      "a stranger's webhook, signed by another key",
      "a stranger's webhook, unsigned",
    ])
  })
})

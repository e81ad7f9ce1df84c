import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createJudge } from './judge.ts'
import { runSequence } from './run-sequence.ts'
import { openFuzzStage, type FuzzStage } from './stage.ts'

const SEEDS = [1, 2, 3, 4, 5]

describe('the fuzz campaign, in small', () => {
  let database: TestDatabase
  let stage: FuzzStage
  beforeAll(async () => {
    database = await createTestDatabase()
    stage = await openFuzzStage(database.url)
  })
  afterAll(async () => {
    await stage.close()
    await database.drop()
  })

  it('gets documented responses only, and most calls accepted (S-21, S-22, S-24, S-27, S-28, S-33)', async () => {
    const judge = createJudge(stage.document)
    const accepted = new Set<string>()
    for (const seed of SEEDS) {
      const { failures, outcomes } = await runSequence(stage, judge, seed)
      expect(failures).toEqual([])
      for (const outcome of outcomes.keys()) if (/ 2\d\d$/.test(outcome)) accepted.add(outcome)
    }
    expect(accepted.size).toBeGreaterThan(stage.document.calls.length / 2)
    expect([...accepted]).toEqual(
      expect.arrayContaining(['captureSession 200', 'voidSession 200', 'readDisputeEvidence 200']),
    )
  })

  it('is deterministic by its seed', async () => {
    // On separate stages, since the limit of wrong link tokens per minute counts all sources together.
    const runAlone = async (seed: number) => {
      const own = await createTestDatabase()
      const fresh = await openFuzzStage(own.url)
      try {
        return await runSequence(fresh, createJudge(fresh.document), seed)
      } finally {
        await fresh.close()
        await own.drop()
      }
    }
    const [one, again] = [await runAlone(7), await runAlone(7)]
    expect(again.trace).toEqual(one.trace)
    expect((await runAlone(8)).hash).not.toBe(one.hash)
  })

  it('reports a handler that throws, and how to repeat the request', async () => {
    const broken = {
      ...stage,
      fetch: async (request: Request) =>
        new URL(request.url).pathname === '/v1/health'
          ? new Response('{}', { status: 500 })
          : stage.fetch(request),
    }
    const judge = createJudge(stage.document)
    const failures = []
    for (const seed of SEEDS) failures.push(...(await runSequence(broken, judge, seed)).failures)
    expect(failures.length).toBeGreaterThan(0)
    expect(failures[0]?.faults).toContain('the status is 500')
    expect(failures[0]?.curl).toContain(`'https://api.test/v1/health`)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { callsOf, strayCalls, unknownCalls } from './calls.ts'
import { runDashboardSequence } from './run-dashboard-sequence.ts'
import { openDashboardStage, type DashboardStage } from './stage.ts'

const SEEDS = [1, 2, 3, 4, 5, 6]

describe("R-88: the fuzz campaign of the dashboard's calls, in small", () => {
  let database: TestDatabase
  let stage: DashboardStage
  beforeAll(async () => {
    database = await createTestDatabase()
    stage = await openDashboardStage(database.url)
  })
  afterAll(async () => {
    await stage.close()
    await database.drop()
  })

  it("gets refusals of the table and nothing of another merchant's; a third of the calls are answered", async () => {
    const answered = new Set<string>()
    for (const seed of SEEDS) {
      const { failures, outcomes } = await runDashboardSequence(stage, seed)
      expect(failures).toEqual([])
      for (const outcome of outcomes.keys()) if (outcome.endsWith(' 200')) answered.add(outcome)
    }
    expect(answered.size).toBeGreaterThan(callsOf(stage.routes).length / 3)
  })

  it('has every call in its table, and none that is gone', () => {
    expect(unknownCalls(stage.routes)).toEqual([])
    expect(strayCalls(stage.routes)).toEqual([])
  })

  it('reports a call that answers with another merchant, and one that fails', async () => {
    const broken = { ...stage }
    let strange = ''
    broken.newTenant = async (label) => {
      const tenant = await stage.newTenant(label)
      strange = tenant.merchantId
      return tenant
    }
    broken.fetch = async (request, address) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/api/me') return new Response('{}', { status: 500 })
      if (pathname !== '/api/find') return stage.fetch(request, address)
      return Response.json({ hits: [strange] }, { headers: { 'cache-control': 'no-store' } })
    }
    const faults: string[] = []
    for (const seed of SEEDS) {
      const { failures } = await runDashboardSequence(broken, seed)
      faults.push(...failures.flatMap((failure) => failure.faults))
    }
    expect(faults).toContain('the status is 500')
    expect(faults.join()).toMatch(/it holds [0-9a-f-]{36} of another merchant/)
  })

  it('reports what HEAD sends, a permit that is held, and an audit log that does not hold', async () => {
    const broken: DashboardStage = {
      ...stage,
      fetch: async (request, address) =>
        request.method === 'HEAD' ? new Response('all of it') : stage.fetch(request, address),
      heldBy: () => 1,
      verifyLog: async () => ['the audit log is broken'],
    }
    const { failures } = await runDashboardSequence(broken, 1)
    const faults = failures.flatMap((failure) => failure.faults)
    for (const fault of ['HEAD has a body', '1 permits', 'the audit log is broken'])
      expect(faults.join()).toContain(fault)
  })
})

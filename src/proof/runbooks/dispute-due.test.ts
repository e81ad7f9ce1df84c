import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Dispute, DisputeList } from '#contract/dispute.ts'
import type { Session } from '#contract/session.ts'
import { openRunbook, type Runbook } from '../testing/cli/runbook.fixture.ts'
import { pdfLines } from '../testing/pdf-text.ts'

const directory = mkdtempSync(join(tmpdir(), 'dispute-due-'))
let runbook: Runbook
beforeAll(async () => {
  runbook = await openRunbook('dispute-due')
  await runbook.start()
})
afterAll(async () => {
  rmSync(directory, { recursive: true })
  await runbook.close()
})

it('R-99, R-98: a dispute that is due is found, refunded or answered by its runbook', async () => {
  const { fill, follow, call, json, run } = runbook
  const { merchantId } = await json<{ merchantId: string }>('merchants create --name Loja')
  const { apiKey } = await json<{ apiKey: string }>(`keys issue --merchant ${merchantId}`)
  const customer = { name: 'Maria Souza', email: 'maria@mail.example' }
  const order = { merchantId, amount: 25_990, currency: 'BRL', customer }
  const disputed = async (details: object) => {
    const { id } = (await (await call('/v1/sessions', apiKey, order)).json()) as Session
    await run(`simulate ${id} pay`)
    const body = { outcome: 'dispute', ...details }
    await call(`/v1/sandbox/sessions/${id}/simulate`, apiKey, body)
    const list = await call(`/v1/sessions/${id}/disputes`, apiKey)
    const [dispute] = ((await list.json()) as DisputeList).data
    return { id, dispute: dispute?.id ?? '' }
  }
  const later = await disputed({ respondInDays: 9, stage: 'inquiry' })
  const sooner = await disputed({ respondInDays: 1 })
  const file = join(directory, 'evidence.pdf')
  const asked = { ticket: 'OPS-1', reason: 'not received' }
  Object.assign(fill, { apiKey, file, disputeId: sooner.dispute, sessionId: later.id, ...asked })

  const due = await follow('npx --no checkout disputes list --due')
  expect(due.indexOf(sooner.dispute)).toBeGreaterThan(-1)
  expect(due.indexOf(later.dispute)).toBeGreaterThan(due.indexOf(sooner.dispute))
  const shown = await follow('npx --no checkout disputes show <disputeId>')
  expect(shown).toMatch(/^reference +sim_dispute_/m)
  await follow('npx --no checkout refunds create <sessionId> --key <ticket> --reason "<reason>"')
  const refused = await run(`refunds create ${sooner.id} --key OPS-2 --reason no`)
  expect(refused.exitCode).toBe(1)

  await follow('npx --no checkout disputes evidence <disputeId> --out <file> --show-persons')
  expect(pdfLines(readFileSync(file))).toContain('Maria Souza')

  await run(`simulate ${sooner.id} dispute_answered`)
  expect(await run('disputes list --due')).not.toMatchObject({
    stdout: expect.stringContaining(sooner.dispute) as string,
  })
  const told = await follow('curl "<API_URL>/v1/disputes/<disputeId>" -H "X-Api-Key: <apiKey>"')
  expect(JSON.parse(told) as Dispute).toMatchObject({ status: 'under_review' })
  expect(runbook.rest()).toEqual([])
})

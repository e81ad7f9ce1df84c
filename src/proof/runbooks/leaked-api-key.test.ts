import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ENVIRONMENTS } from '#contract/environment.ts'
import type { Session } from '#contract/session.ts'
import { openRunbook } from '../testing/cli/runbook.fixture.ts'

interface Issued {
  keyId: string
  apiKey: string
}

/** Time within which every process refuses a revoked key. */
const SECOND_MS = 1000

const lastWord = (output: string) =>
  output
    .trim()
    .split(/\s/)
    .find((word) => word.startsWith('hp_')) ?? ''

it.each(ENVIRONMENTS)(
  'S-110, R-81: a leaked API key is revoked by its runbook: %s',
  async (environment) => {
    await using runbook = await openRunbook('leaked-api-key', environment)
    await runbook.start()
    const { fill, follow, call, json } = runbook
    const { merchantId } = await json<{ merchantId: string }>('merchants create --name Loja')
    const leaked = await json<Issued>(`keys issue --merchant ${merchantId}`)
    const ofPage = await json<Issued>('keys issue --kind checkout')
    const status = async (apiKey: string) => (await call('/v1/sessions', apiKey)).status
    const make = async (apiKey: string) => {
      const order = { merchantId, amount: 25_990, currency: 'BRL' }
      return (await (await call('/v1/sessions', apiKey, order)).json()) as Session
    }
    fill['merchantId'] = merchantId
    fill['keyId'] = leaked.keyId
    fill['leakedAt'] = new Date(Date.now() - 60_000).toISOString()
    const canceled = await make(leaked.apiKey)
    await call(`/v1/sessions/${canceled.id}/cancel`, leaked.apiKey, {})
    const open = await make(leaked.apiKey)

    expect(await follow('npx --no checkout merchants list')).toContain(merchantId)
    const listed = await follow('npx --no checkout keys list --merchant <merchantId>')
    expect(listed).toMatch(new RegExp(`${leaked.keyId} +${leaked.apiKey.slice(-4)} +active`))

    expect(await status(leaked.apiKey)).toBe(200)
    await follow('npx --no checkout keys revoke <keyId>')
    await sleep(SECOND_MS)
    const refused = await call('/v1/sessions', leaked.apiKey)
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({ code: 'invalid_api_key' })
    const second = lastWord(await follow('npx --no checkout keys issue --merchant <merchantId>'))
    expect(await status(second)).toBe(200)

    const keys = await json<{ keyId: string; status: string }[]>(
      `keys list --merchant ${merchantId}`,
    )
    fill['keyId'] = keys.find((key) => key.status === 'active')?.keyId ?? ''
    const third = lastWord(await follow('npx --no checkout keys rotate <keyId> --overlap 1h'))
    expect([await status(second), await status(third)]).toEqual([200, 200])
    await follow('npx --no checkout keys list --merchant <merchantId>')
    await follow('npx --no checkout keys revoke <keyId>')
    await sleep(SECOND_MS)
    expect([await status(second), await status(third)]).toEqual([401, 200])

    const entries = await follow(
      'npx --no checkout audit list --merchant <merchantId> --since 30d --limit 1000',
    )
    expect(entries).toMatch(new RegExp(`${leaked.keyId} .*session.canceled +${canceled.id}`))
    fill['apiKey'] = third
    fill['sessionId'] = open.id
    const made = await follow(
      'curl "<API_URL>/v1/sessions?createdAfter=<leakedAt>&limit=100" -H "X-Api-Key: <apiKey>"',
    )
    expect(made).toContain(open.id)
    const ended = await follow(
      'curl -X POST "<API_URL>/v1/sessions/<sessionId>/cancel" -H "X-Api-Key: <apiKey>"',
    )
    expect(JSON.parse(ended)).toMatchObject({ id: open.id, status: 'canceled' })

    const path = `/v1/checkout/${open.url.slice(open.url.lastIndexOf('/') + 1)}`
    expect((await call(path, ofPage.apiKey)).status).toBe(200)
    fill['checkoutKeyId'] = ofPage.keyId
    expect(await follow('npx --no checkout keys list --kind checkout')).toContain(ofPage.keyId)
    const nextOfPage = lastWord(await follow('npx --no checkout keys issue --kind checkout'))
    await follow('npx --no checkout keys revoke <checkoutKeyId>')
    await sleep(SECOND_MS)
    expect((await call(path, ofPage.apiKey)).status).toBe(401)
    expect((await call(path, nextOfPage)).status).toBe(200)
    expect(runbook.rest()).toEqual([])
  },
)

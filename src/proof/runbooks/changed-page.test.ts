import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Session } from '#contract/session.ts'
import { openRunbook, type Runbook } from '../testing/cli/runbook.fixture.ts'

let runbook: Runbook
beforeAll(async () => {
  runbook = await openRunbook('changed-page')
  await runbook.start('api,worker,bff,fields')
})
afterAll(() => runbook.close())

it('S-110 S-47: a page that may have been changed is checked, taken down and restored by its runbook', async () => {
  const { fill, follow, call, json, variables, start } = runbook
  const pageUrl = `http://localhost:${variables['CHECKOUT_PORT']}`
  const { merchantId } = await json<{ merchantId: string }>('merchants create --name Loja')
  const { apiKey } = await json<{ apiKey: string }>(`keys issue --merchant ${merchantId}`)
  const order = { merchantId, amount: 25_990, currency: 'BRL' }
  const session = (await (await call('/v1/sessions', apiKey, order)).json()) as Session
  const paid = (await (await call('/v1/sessions', apiKey, order)).json()) as Session
  const changedAt = new Date(Date.now() - 60_000).toISOString()
  const reference = session.url.slice(session.url.lastIndexOf('/') + 1)
  Object.assign(fill, { reference, changedAt, challengeFrame: fill['API_URL'] ?? '' })
  await json(`simulate ${paid.id} pay`)
  const show = async () => (await fetch(`${pageUrl}/c/${reference}`)).status
  expect(await show()).toBe(200)

  expect(await follow('npx --no checkout monitor')).toContain('addresses are as they were built')
  const seen = await follow(
    'npx --no checkout monitor --reference <reference> --challenge-frame <challengeFrame>',
  )
  fill['thumbprint'] = /The key of cards is (\S+)\./.exec(seen)?.[1] ?? ''
  expect(fill['thumbprint']).not.toBe('')

  const reported = await fetch(`${pageUrl}/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: pageUrl },
    body: JSON.stringify({ kind: 'not_loaded', what: '/assets/gone.js' }),
  })
  expect(reported.status).toBe(204)
  expect(await follow('curl "http://127.0.0.1:<PRIVATE_PORT>/metrics"')).toMatch(
    /checkout_browser_reports_total\{[^}]*kind="not_loaded"[^}]*\} 1/,
  )

  await follow('npx --no checkout serve --only api,worker')
  await expect(show()).rejects.toThrow('fetch failed')
  expect(await (await call(`/v1/sessions/${session.id}`, apiKey)).json()).toMatchObject({
    status: 'open',
  })

  const [old] = await json<{ keyId: string }[]>('keys list --kind checkout')
  fill['checkoutKeyId'] = old?.keyId ?? ''
  expect(await follow('npx --no checkout keys list --kind checkout')).toContain(old?.keyId)
  const issued = await follow('npx --no checkout keys issue --kind checkout')
  await follow('npx --no checkout keys revoke <checkoutKeyId>')
  variables['CHECKOUT_API_KEY'] = /hp_\w+/.exec(issued)?.[0] ?? ''
  await start('api,worker,bff,fields')
  expect(await show()).toBe(200)
  expect(
    await follow(
      'npx --no checkout monitor --reference <reference> --challenge-frame <challengeFrame> --card-key <thumbprint>',
    ),
  ).toContain('addresses are as they were built')

  const payments = await follow(
    `psql "$DATABASE_URL" -c "select id, session_id, method, status, created_at from payments where created_at >= '<changedAt>' order by created_at"`,
  )
  expect(JSON.parse(payments)).toMatchObject([{ session_id: paid.id, method: 'card' }])
  expect(runbook.rest()).toEqual([])
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALLOWABLE_PERMISSIONS } from '#contract/dashboard/permissions.ts'
import type { DashboardAction } from '#contract/dashboard/actions.ts'
import { Me } from '#contract/dashboard/me.ts'
import { allowPeople } from '#server/service/people/allow-people.ts'
import { addTenant, perform, signAction } from '#proof/testing/dashboard/actions.ts'
import type { Said } from '#proof/testing/dashboard/browser.ts'
import { openTestDashboard, type TestDashboard } from '#proof/testing/dashboard/open-dashboard.ts'
import { enterWithPasskey } from '#proof/testing/dashboard/passkey-person.ts'

let rehearsing: TestDashboard
beforeAll(async () => {
  rehearsing = await openTestDashboard('sandbox', null, { layout: 'production' })
})
afterAll(() => rehearsing.close())

const outcome = ({ status, body }: Said) => [status, (body as { code?: string }).code]

describe("R-84: the sandbox's dashboard in the layout of production", () => {
  it('opens to a passkey alone, and its sessions end as soon as there', async () => {
    const browser = rehearsing.browser()
    const { token } = await rehearsing.invite()
    await browser.post('/api/sign-in/link', { token })
    expect((await browser.get('/api/merchants')).status).toBe(403)
    const person = await enterWithPasskey(rehearsing)
    const me = Me.parse((await person.browser.get('/api/me')).body)
    expect(me).toMatchObject({
      environment: 'sandbox',
      layout: 'production',
      storeUrl: null,
      session: { how: 'passkey', opensDashboard: true, idleMinutes: 30 },
    })
    rehearsing.clock.advance(31 * 60_000)
    expect((await person.browser.get('/api/me')).status).toBe(401)
  })

  it('asks for signatures', async () => {
    const { merchantId } = await addTenant(rehearsing)
    const person = await enterWithPasskey(rehearsing)
    const input = { merchantId, overlapSeconds: 0 }
    const unsigned = await perform(person.browser, 'secret.rotate', input)
    expect(outcome(unsigned)).toEqual([403, 'signature_required'])
    const signature = await signAction(person, 'secret.rotate', input)
    expect((await perform(person.browser, 'secret.rotate', input, { signature })).status).toBe(200)
  })

  it("gives a developer's key no scope that reads persons, and test keys to those who may", async () => {
    const { merchantId } = await addTenant(rehearsing)
    await allowPeople(rehearsing.context, { merchantId, may: ALLOWABLE_PERMISSIONS })
    const as = async (role: 'owner' | 'developer') => {
      const person = await enterWithPasskey(rehearsing, { merchantId, role })
      return async (name: DashboardAction, input: object) =>
        perform(person.browser, name, input, { signature: await signAction(person, name, input) })
    }
    const reading = { merchantId, scopes: ['sessions:read'] }
    expect(outcome(await (await as('developer'))('key.issue', reading))).toEqual([403, 'forbidden'])
    const issued = await (await as('owner'))('key.issue', { merchantId })
    expect(issued.body).toMatchObject({ apiKey: expect.stringMatching(/^hp_test_/) })
  })

  it('takes no address of this machine, and none without https', async () => {
    const { merchantId } = await addTenant(rehearsing)
    const person = await enterWithPasskey(rehearsing)
    for (const url of ['https://localhost/hooks', 'http://shop.example/hooks']) {
      const input = { merchantId, url }
      const signature = await signAction(person, 'callback.set', input)
      const said = await perform(person.browser, 'callback.set', input, { signature })
      expect(outcome(said)).toEqual([422, 'invalid_url'])
    }
  })
})

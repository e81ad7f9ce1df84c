import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { composeApi, type ComposedApi } from '#proof/testing/compose-api.ts'
import { FIELDS_ORIGIN, openBff, ORIGIN, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession, type OpenSession, SEALED_CARD } from '#proof/testing/shopper.ts'
import { issueKey, keyOfCheckout } from '#server/service/keys/issue-key.ts'
import { createProcessors } from '#server/processors/processors.ts'
import { pageCheckout } from './page-view.ts'

useStandInBuild()

const BANK = 'https://acs.bank.example'
const OTHER_BANK = 'https://3ds.acme.example'
const processor = (name: string, origin: string) => ({
  ...createScriptedProcessor(),
  name,
  challengeFrameOrigins: [origin],
})

describe('S-130: the frames of a challenge, with the accounts of two processors', () => {
  const first = processor('first', BANK)
  const second = processor('second', OTHER_BANK)
  const masterKey = randomBytes(32)
  /** Its processor has made the payment. */
  let api: TestApi
  /** Its processor makes the next payments. */
  let other: ComposedApi
  let open: OpenSession
  beforeAll(async () => {
    api = await startTestApi({ processor: first, masterKey })
    const { database, clock } = api
    other = await composeApi({ database, clock, url: '', processor: second, masterKey })
    open = await createTestSession(api)
    first.script('createPayment', {
      status: 'requires_action',
      action: { type: 'challenge', url: `${BANK}/challenge` },
    })
    await open.pay(SEALED_CARD)
  })
  afterAll(async () => {
    await other.close()
    await api.close()
  })

  const atOther = async () => {
    const { apiKey } = await issueKey(api.context, keyOfCheckout('sandbox'))
    const caller = api.caller(apiKey, (request) => other.fetch(request))
    return (await caller.get(open.checkoutPath)).as(Checkout)
  }
  /** The `frame-src` sources in the policy of the page that shows the session. */
  const framesOf = async (shown: Checkout) => {
    const { get, checkout } = openBff()
    checkout.read.mockResolvedValue(shown)
    const page = await get(`/c/${open.reference}`)
    const policy = page.headers.get('content-security-policy') ?? ''
    return /; frame-src ([^;]*);/.exec(policy)?.[1]?.split(' ')
  }
  const allowed = (...origins: string[]) => [
    `${FIELDS_ORIGIN}/card/${open.reference}/`,
    ...origins,
    `${ORIGIN}/c/${open.reference}/challenge-return`,
  ]
  const isFramed = (shown: Checkout) => {
    const action = pageCheckout(shown, 'en').payment?.action
    return action?.type === 'challenge' && action.frame !== undefined
  }

  it('are those of the account that made the payment, where there is no other', async () => {
    const shown = await open.look()
    expect(await framesOf(shown)).toEqual(allowed(BANK))
    expect(isFramed(shown)).toBe(true)
  })

  it('are never those of an account that a process does not have: the page is left for that bank', async () => {
    const shown = await atOther()
    expect(await framesOf(shown)).toEqual(allowed(OTHER_BANK))
    expect(isFramed(shown)).toBe(false)
  })

  it('are those of the next payment and of the live one, where a process has both', async () => {
    Object.assign(other.context, { processors: createProcessors([second, first]) })
    const shown = await atOther()
    expect(await framesOf(shown)).toEqual(allowed(OTHER_BANK, BANK))
    expect(isFramed(shown)).toBe(true)
  })
})

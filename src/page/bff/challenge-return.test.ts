import { describe, expect, it } from 'vitest'
import { CheckoutConnectionError } from '#client/index.ts'
import { openBff, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { exampleCheckout, PAYMENT_ID, REFERENCE } from '#proof/testing/page/checkout.fixture.ts'

useStandInBuild()

const RESULT = 'eyJ0cmFuc1N0YXR1cyI6IlkifQ'
const PAGE = `/c/${REFERENCE}?from=challenge`
const IN_FRAME = `/c/${REFERENCE}/challenge-return`
const FORM = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://bank.example' }
const LIMITS = { timeoutMs: 13_000 }

/** A backend whose session waits for the end of a challenge. */
function openChallenged() {
  const opened = openBff()
  const checkout = exampleCheckout()
  const action = { type: 'challenge', url: 'https://bank.example/challenge' } as const
  const payment = { ...checkout.payment, id: PAYMENT_ID, status: 'requires_action', action }
  opened.checkout.read.mockResolvedValue({ ...checkout, payment } as typeof checkout)
  return opened
}

describe('R-107: the return from a challenge', () => {
  it('hands over what its query brings, and leads to the address without it', async () => {
    const { get, checkout } = openChallenged()
    const answer = await get(`${PAGE}&locale=pt-BR&redirectResult=${RESULT}&cres=a%2Bb`)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${PAGE}&locale=pt-BR`])
    const returned = { redirectResult: RESULT, cres: 'a+b' }
    expect(checkout.completeAction).toHaveBeenCalledExactlyOnceWith(REFERENCE, PAYMENT_ID, {
      ...LIMITS,
      returned,
    })
  })

  it('hands over what a form of the bank brings', async () => {
    const { post, checkout } = openChallenged()
    const answer = await post(PAGE, FORM, `cres=${RESULT}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, PAGE])
    expect(checkout.completeAction.mock.calls[0]?.[2]).toEqual({
      ...LIMITS,
      returned: { cres: RESULT },
    })
  })

  it('hands it over in a frame, too, and shows nothing of it', async () => {
    const { get, post, checkout } = openChallenged()
    const frame = { 'sec-fetch-dest': 'iframe' }
    const answers = [
      await get(`${IN_FRAME}?cres=${RESULT}`, frame),
      await post(IN_FRAME, { ...FORM, ...frame }, `cres=${RESULT}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    for (const answer of answers) expect(await answer.text()).not.toContain(RESULT)
    expect(checkout.completeAction).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['nothing', PAGE],
    ['nothing, in a frame', IN_FRAME],
    ['more than any processor sends', `${PAGE}&a=1&b=2&c=3&d=4&e=5`],
  ])('asks for nothing where it brings %s', async (_, path) => {
    const { get, checkout } = openChallenged()
    await get(path)
    expect(checkout.completeAction).not.toHaveBeenCalled()
  })

  it('asks for nothing where no challenge waits, and still leads to the address without it', async () => {
    const { get, checkout } = openBff()
    const answer = await get(`${PAGE}&cres=${RESULT}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, PAGE])
    expect(checkout.completeAction).not.toHaveBeenCalled()
  })

  it('asks again with the same when the API did not answer, and logs nothing of it', async () => {
    const { get, checkout, logged } = openChallenged()
    checkout.completeAction.mockRejectedValue(new CheckoutConnectionError('time_out', 'no answer'))
    const answer = await get(`${PAGE}&cres=${RESULT}`)
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('http-equiv="refresh"')
    expect(logged.join()).not.toContain(RESULT)
  })
})

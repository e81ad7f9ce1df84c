import { describe, expect, it } from 'vitest'
import { contextOf, SETTINGS } from '#proof/testing/adyen/test-account.ts'
import type { HttpAnswer, HttpCall } from '../http/http.ts'
import { NotConnected } from '../http/http.ts'
import { isProcessorNotAsked, isProcessorRefused, isProcessorSilent } from '../processor.ts'
import { createApi } from './api.ts'
import { certificatesOf, checksOf } from './checks.ts'
import { readAccount } from './settings.ts'

const TAKES_CARDS = { paymentMethods: [{ type: 'scheme', brands: ['visa'] }, { type: 'pix' }] }
const CLIENT_KEY = { ...SETTINGS, sealing: { from: 'clientKey' }, clientKey: 'test_ABC' }

/** The checks of an account at an Adyen that gives this answer. */
function open(
  answer: Partial<HttpAnswer> | Error | ((call: HttpCall) => Partial<HttpAnswer>),
  settings: Record<string, unknown> = SETTINGS,
) {
  const asked: HttpCall[] = []
  const context = contextOf({ settings })
  const account = readAccount(context)
  const api = createApi({
    account,
    timeoutMs: 1000,
    nowMs: () => 0,
    timer: async () => {},
    transport: async (call) => {
      asked.push(call)
      if (answer instanceof Error) throw answer
      return { status: 200, text: '', ...(typeof answer === 'function' ? answer(call) : answer) }
    },
  })
  const cardKey = async () => ({ kid: 'k', kty: 'RSA' as const, n: 'x'.repeat(342), e: 'AQAB' })
  const { clock, notificationUrl } = context
  const checks = checksOf({ account, api, cardKey, clock, notificationUrl })
  const run = async (name: string, currencies?: string[]) => {
    const check = checks.find((one) => one.name === name)
    if (check === undefined) throw new Error(`no check ${name}`)
    return check.run(currencies)
  }
  return { asked, run, names: checks.map(({ name }) => name) }
}

const says = (body: object, status = 200) => open({ status, text: JSON.stringify(body) })

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('the checks of an account', () => {
  it('move no money: they ask for the payment methods alone', async () => {
    const { names, asked, run } = says(TAKES_CARDS)
    expect(names).toEqual(['certificate', 'credentials', 'cards', 'webhook'])
    for (const name of names) await run(name)
    const { merchantAccount } = SETTINGS
    expect(asked.map(({ url, body }) => [new URL(url).pathname, body])).toEqual([
      ['/v72/paymentMethods', JSON.stringify({ merchantAccount })],
      ['/v72/paymentMethods', JSON.stringify({ merchantAccount })],
    ])
  })

  it('find the end of the certificate', async () => {
    const account = readAccount(contextOf())
    const [{ notAfter } = { notAfter: new Date(0) }] = certificatesOf(account)
    const end = notAfter.toISOString().slice(0, 10)
    expect(await says({}).run('certificate')).toMatch(`certificate ends on ${end}, in `)
  })

  it('know an account without cards', async () => {
    expect(await says(TAKES_CARDS).run('cards')).toBe('the account takes cards')
    await expect(says({ paymentMethods: [{ type: 'pix' }] }).run('cards')).rejects.toThrow(
      'the account takes no cards, only pix: add them under Settings > Payment methods',
    )
    await expect(says({}).run('cards')).rejects.toThrow('only nothing')
  })

  it('know the currencies of merchants in which no cards are taken, and where no installments are', async () => {
    const takes = (...currencies: string[]) =>
      open(({ body = '' }) => {
        const isTaken = !body.includes('amount') || currencies.some((one) => body.includes(one))
        return { text: JSON.stringify(isTaken ? TAKES_CARDS : { paymentMethods: [] }) }
      })
    const { asked, run } = takes('BRL', 'IDR')
    expect(await run('cards', ['BRL'])).toBe('the account takes cards in BRL')
    expect(await run('cards', ['BRL', 'IDR'])).toBe(
      'the account takes cards in BRL, IDR; in IDR a session with installments is refused',
    )
    expect(asked.at(-1)?.body).toContain('{"currency":"IDR","value":100}')
    await expect(run('cards', ['BRL', 'EUR', 'USD'])).rejects.toThrow(
      'the account takes no cards in EUR, USD, which merchants take',
    )
  })

  it('ask for the key behind a client key', async () => {
    const { names, run } = open({ text: '{}' }, CLIENT_KEY)
    expect(names).toEqual(['credentials', 'cards', 'client key', 'webhook'])
    expect(await run('client key')).toBe('the client key answers with a key of 2048 bits')
  })

  it('say what to compare of the webhook, which the key cannot read', async () => {
    const found = await says({}).run('webhook')
    expect(found).toContain(contextOf().notificationUrl)
    expect(found).toContain('AUTHORISATION CAPTURE CAPTURE_FAILED')
  })

  it.each<[number, object, string, (error: unknown) => boolean]>([
    [401, {}, 'compare apiKey', isProcessorNotAsked],
    [403, { errorCode: '901' }, 'compare merchantAccount', isProcessorNotAsked],
    [403, { errorCode: '010' }, 'role Checkout webservice', isProcessorNotAsked],
    [403, { error: 'denied' }, 'compare livePrefix', isProcessorNotAsked],
    [404, {}, 'compare livePrefix', isProcessorNotAsked],
    [422, { errorCode: '100' }, 'compare merchantAccount', isProcessorRefused],
    [503, {}, 'try again later', isProcessorSilent],
  ])('say what to do about %s %j', async (status, body, advice, isRight) => {
    const error = await failureOf(says(body, status).run('credentials'))
    expect(error).toMatchObject({ message: expect.stringContaining(advice) as string })
    expect(error).toSatisfy(isRight)
  })

  it.each([
    ['ENOTFOUND', 'compare livePrefix'],
    ['ECONNREFUSED', 'the firewall'],
  ])('say what to do where there is no connection: %s', async (code, advice) => {
    const error = await failureOf(open(new NotConnected(code)).run('credentials'))
    expect(error).toMatchObject({ message: expect.stringContaining(advice) as string })
    expect(error).toSatisfy(isProcessorNotAsked)
  })
})

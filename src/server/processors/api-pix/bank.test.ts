import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  chargeOf,
  contextOf,
  KNOWN,
  PAYMENT_ID,
  SETTINGS,
  TOKEN_URL,
} from '#proof/testing/api-pix/open-test-adapter.ts'
import { hasNoAnswer, isProcessorNotAsked, isProcessorSilent } from '../processor.ts'
import { createProcessor } from './api-pix.ts'
import { AnswerBroken, type HttpCall, NotConnected, type Transport } from '../http/http.ts'

const TIMEOUT_MS = 10_000

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

type Says = { afterMs: number } & ({ status: number; body?: unknown } | { error: Error })

const token = (value: string, seconds = 3600, afterMs = 0): Says => ({
  afterMs,
  status: 200,
  body: { access_token: value, expires_in: seconds },
})
const charge: Says = { afterMs: 0, status: 200, body: chargeOf() }
const unauthorized: Says = { afterMs: 0, status: 401, body: {} }

/** A bank whose token server and API give the listed answers in turn, and then repeat the last one. */
function openBank(tokens: readonly Says[], answers: readonly Says[], settings = {}) {
  const sent: HttpCall[] = []
  let asking = 0
  let mostAsking = 0
  const said = { tokens: 0, answers: 0 }

  const transport: Transport = async (call) => {
    sent.push(call)
    const isToken = call.url === TOKEN_URL
    const says = isToken
      ? tokens[Math.min(said.tokens++, tokens.length - 1)]
      : answers[Math.min(said.answers++, answers.length - 1)]
    if (says === undefined) throw new Error('nothing to say')
    if (isToken) mostAsking = Math.max(mostAsking, ++asking)
    try {
      await new Promise((resolve) => {
        setTimeout(resolve, Math.min(says.afterMs, call.timeoutMs))
      })
      if (says.afterMs > call.timeoutMs) throw new Error('timeout')
      if ('error' in says) throw says.error
      return { status: says.status, text: JSON.stringify(says.body ?? {}) }
    } finally {
      if (isToken) asking -= 1
    }
  }
  const context = contextOf({ timeoutMs: TIMEOUT_MS, settings: { ...SETTINGS, ...settings } })
  const processor = createProcessor(context, { transport, nowMs: () => Date.now() })
  /** How a call ended, and when. */
  async function inquire() {
    const startedMs = Date.now()
    try {
      const { status } = await processor.inquire(PAYMENT_ID, KNOWN)
      return { status, error: undefined, tookMs: Date.now() - startedMs }
    } catch (error) {
      return { status: 'threw', error, tookMs: Date.now() - startedMs }
    }
  }
  const bearers = () =>
    sent.filter(({ url }) => url !== TOKEN_URL).map(({ headers }) => headers['authorization'])
  return { inquire, said, sent, bearers, mostAsking: () => mostAsking }
}

async function ended<T>(promise: Promise<T>): Promise<T> {
  await vi.runAllTimersAsync()
  return promise
}

describe('the token of an account', () => {
  it('is asked for once, and kept', async () => {
    const bank = openBank([token('t1', 3600, 50)], [charge])
    const all = await ended(Promise.all([bank.inquire(), bank.inquire(), bank.inquire()]))
    expect(all.map(({ status }) => status)).toEqual(Array(3).fill('requires_action'))
    await ended(bank.inquire())
    expect(bank.said).toEqual({ tokens: 1, answers: 4 })
  })

  it('is renewed before it ends, while calls go on with it', async () => {
    const bank = openBank([token('t1', 100), token('t2', 100, 5000)], [charge])
    await ended(bank.inquire())
    vi.setSystemTime(91_000)
    const call = bank.inquire()
    await vi.advanceTimersByTimeAsync(1)
    expect(await call).toMatchObject({ status: 'requires_action', tookMs: 0 })
    await ended(bank.inquire())
    await ended(bank.inquire())
    expect(bank.bearers()).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t1', 'Bearer t2'])
    expect(bank.said.tokens).toBe(2)
  })

  it('is renewed once by all calls of the last tenth of its life, none of which waits', async () => {
    const bank = openBank([token('t1', 100), token('t2', 100, 5000)], [charge])
    await ended(bank.inquire())
    vi.setSystemTime(91_000)
    const calls = Array.from({ length: 50 }, bank.inquire)
    await vi.advanceTimersByTimeAsync(1)
    for (const call of calls) expect((await call).tookMs).toBe(0)
    await vi.runAllTimersAsync()
    expect(bank.said).toEqual({ tokens: 2, answers: 51 })
  })

  it('is renewed once for all calls that wait after its end', async () => {
    const bank = openBank([token('t1', 100), token('t2', 100, 5000)], [charge])
    await ended(bank.inquire())
    vi.setSystemTime(100_000)
    const all = await ended(Promise.all(Array.from({ length: 50 }, bank.inquire)))
    expect(new Set(all.map(({ tookMs }) => tookMs))).toEqual(new Set([5000]))
    expect(bank.said).toEqual({ tokens: 2, answers: 51 })
  })

  it('is not asked for again by each call that waited for it in vain', async () => {
    const bank = openBank([{ afterMs: 50, status: 503 }, token('t1')], [charge])
    const all = await ended(Promise.all(Array.from({ length: 50 }, bank.inquire)))
    expect(all.map(({ error }) => error)).toSatisfy((errors: unknown[]) =>
      errors.every(isProcessorNotAsked),
    )
    expect(bank.said).toEqual({ tokens: 1, answers: 0 })
    expect(await ended(bank.inquire())).toMatchObject({ status: 'requires_action' })
  })

  it('is not asked for with every call while it is good and the bank gives no other', async () => {
    const bank = openBank([token('t1', 3600), { afterMs: 0, status: 503 }], [charge])
    await ended(bank.inquire())
    vi.setSystemTime(3_240_000)
    for (let count = 0; count < 50; count += 1) await ended(bank.inquire())
    expect(bank.said).toEqual({ tokens: 2, answers: 51 })
    vi.setSystemTime(3_276_000)
    await ended(bank.inquire())
    expect(bank.said.tokens).toBe(3)
  })

  it('is asked for again at its end, however lately it was refused', async () => {
    const bank = openBank([token('t1', 3600), { afterMs: 0, status: 503 }, token('t2')], [charge])
    await ended(bank.inquire())
    vi.setSystemTime(3_599_000)
    await ended(bank.inquire())
    vi.setSystemTime(3_600_000)
    expect(await ended(bank.inquire())).toMatchObject({ status: 'requires_action' })
    expect(bank.bearers().at(-1)).toBe('Bearer t2')
  })

  it('stays in use while it cannot be renewed', async () => {
    const gone: Says = { afterMs: 0, error: new NotConnected('ECONNREFUSED') }
    const bank = openBank([token('t1', 100), gone], [charge])
    await ended(bank.inquire())
    vi.setSystemTime(95_000)
    expect(await ended(bank.inquire())).toMatchObject({ status: 'requires_action' })
    vi.setSystemTime(100_000)
    const { error } = await ended(bank.inquire())
    expect(error).toSatisfy(isProcessorNotAsked)
  })

  it('is renewed once when the bank refuses it', async () => {
    const bank = openBank([token('t1'), token('t2')], [charge, unauthorized, charge])
    await ended(bank.inquire())
    expect(await ended(bank.inquire())).toMatchObject({ status: 'requires_action' })
    expect(bank.bearers()).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2'])
  })

  it.each<[string, Says[], number]>([
    ['a call that waited for it', [unauthorized], 1],
    ['two in turn', [charge, unauthorized, unauthorized], 2],
  ])('is not renewed again after %s: the bank did nothing', async (_, answers, tokens) => {
    const bank = openBank([token('t1'), token('t2')], answers)
    if (answers.length > 1) await ended(bank.inquire())
    const { error } = await ended(bank.inquire())
    expect(error).toSatisfy(isProcessorNotAsked)
    expect(String(error)).toMatch(/the bank refuses a new token$/)
    expect(bank.said.tokens).toBe(tokens)
  })

  it('that is new stays when an older one is refused late', async () => {
    const late: Says = { ...unauthorized, afterMs: 100 }
    const bank = openBank([token('t1'), token('t2')], [charge, unauthorized, late, charge])
    await ended(bank.inquire())
    const all = await ended(Promise.all([bank.inquire(), bank.inquire()]))
    expect(all.map(({ status }) => status)).toEqual(Array(2).fill('requires_action'))
    expect(bank.said.tokens).toBe(2)
  })

  it.each<[string, Says, RegExp]>([
    [
      'is refused',
      {
        afterMs: 0,
        status: 401,
        body: { error: 'invalid_client', error_description: 'secret-canary' },
      },
      /answered with 401 invalid_client$/,
    ],
    ['is not in the answer', { afterMs: 0, status: 200, body: {} }, /answered with 200$/],
    [
      'is not answered',
      { afterMs: TIMEOUT_MS + 1, status: 200 },
      /no token in time$|not answered: timeout$/,
    ],
    [
      'has no server',
      { afterMs: 0, error: new NotConnected('ENOTFOUND') },
      /no connection to the server of tokens: ENOTFOUND$/,
    ],
  ])('that %s: nothing was asked', async (_, says, reason) => {
    const bank = openBank([says], [charge])
    const { error } = await ended(bank.inquire())
    expect(error).toSatisfy(isProcessorNotAsked)
    expect(String(error)).toMatch(reason)
    expect(String(error)).not.toMatch(/canary/)
    expect(bank.said.answers).toBe(0)
  })

  it.each([
    [
      'standard',
      {},
      `Basic ${btoa('client-canary:secret-canary')}`,
      /^grant_type=client_credentials&scope=cob.write\+/,
    ],
    [
      'inter',
      { dialect: 'inter' },
      undefined,
      /&client_id=client-canary&client_secret=secret-canary$/,
    ],
    [
      'efi',
      { dialect: 'efi' },
      expect.stringMatching(/^Basic /),
      /^\{"grant_type":"client_credentials"\}$/,
    ],
  ])('is asked for as the dialect %s says', async (_, settings, authorization, body) => {
    const bank = openBank([token('t1')], [charge], settings)
    await ended(bank.inquire())
    const [asked] = bank.sent
    expect(asked?.headers['authorization']).toEqual(authorization)
    expect(asked?.body).toMatch(body)
  })
})

describe('a call', () => {
  it.each([
    [
      'banco-do-brasil',
      { appKey: 'k' },
      'https://bank.example/api/v2/cob/HCPAY0Tq4mFhZ7Rk2vXw9sLd3Ye?gw-dev-app-key=k',
      undefined,
    ],
    [
      'inter',
      { accountNumber: '123' },
      'https://bank.example/api/v2/cob/HCPAY0Tq4mFhZ7Rk2vXw9sLd3Ye',
      '123',
    ],
  ])('has what the dialect %s adds', async (dialect, settings, url, header) => {
    const bank = openBank([token('t1')], [charge], { dialect, ...settings })
    await ended(bank.inquire())
    expect(bank.sent[1]?.url).toBe(url)
    expect(bank.sent[1]?.headers['x-conta-corrente']).toBe(header)
  })

  it('has one budget for the token and the request', async () => {
    const bank = openBank([token('t1', 3600, 7000)], [{ ...charge, afterMs: 4000 }])
    const { error, tookMs } = await ended(bank.inquire())
    expect(error).toSatisfy(isProcessorSilent)
    expect(tookMs).toBe(TIMEOUT_MS)
    expect(bank.sent[1]?.timeoutMs).toBe(3000)
  })

  const page: Says = { afterMs: 0, status: 200, body: '<html>Blocked</html>' }
  const cut: Says = { afterMs: 0, error: new AnswerBroken('ECONNRESET') }
  const silent: Says = { afterMs: TIMEOUT_MS + 1, status: 200 }
  it.each<[string, Says[], Says[], boolean]>([
    ['the page of a firewall before the server of tokens', [page], [charge], true],
    ['a 503 of the server of tokens', [{ afterMs: 0, status: 503 }], [charge], true],
    ['an answer for a token that breaks off', [cut], [charge], true],
    ['a silent server of tokens', [silent], [charge], false],
    [
      'no server of tokens',
      [{ afterMs: 0, error: new NotConnected('ENOTFOUND') }],
      [charge],
      false,
    ],
    ['a refusal of a new token', [token('t1')], [unauthorized], true],
    ['a token that has ended, after an answer', [token('t1', 0)], [unauthorized], true],
    ['a 503', [token('t1')], [{ afterMs: 0, status: 503 }], true],
    ['an answer that breaks off', [token('t1')], [cut], true],
    [
      'silence after a refused token',
      [token('t1'), token('t2')],
      [charge, unauthorized, silent],
      true,
    ],
    ['a silent bank', [token('t1')], [silent], false],
    ['no bank', [token('t1')], [{ afterMs: 0, error: new NotConnected('ECONNREFUSED') }], false],
  ])('S-135: says whether anything has answered: %s', async (_, tokens, answers, hasAnswered) => {
    const bank = openBank(tokens, answers)
    const first = await ended(bank.inquire())
    const { error } = first.error === undefined ? await ended(bank.inquire()) : first
    expect(error).toMatchObject({ hasAnswered })
  })

  const delay = fc.integer({ min: 0, max: 15_000 })
  const outcome = fc.constantFrom<object[]>(
    { status: 200, body: chargeOf() },
    { status: 401 },
    { status: 503 },
    { error: new Error('ECONNRESET') },
    { error: new NotConnected('ECONNREFUSED') },
  )
  const answers = fc.array(
    fc.tuple(delay, outcome).map(([afterMs, says]) => ({ afterMs, ...says }) as Says),
    { minLength: 1, maxLength: 6 },
  )
  const grants = fc.array(
    fc.oneof(
      fc.tuple(delay, fc.integer({ min: 1, max: 60 })).map(([ms, s]) => token(`t${ms}`, s, ms)),
      delay.map((afterMs): Says => ({ afterMs, status: 500 })),
    ),
    { minLength: 1, maxLength: 6 },
  )

  it('ends in time with at most two requests, and one request for a token is under way at most', async () => {
    await fc.assert(
      fc.asyncProperty(
        grants,
        answers,
        fc.array(delay, { minLength: 1, maxLength: 6 }),
        async (tokens, answers, starts) => {
          const bank = openBank(tokens, answers)
          const calls = starts.map(async (ms) => {
            await new Promise((resolve) => {
              setTimeout(resolve, ms)
            })
            return bank.inquire()
          })
          const all = await ended(Promise.all(calls))
          for (const { error, tookMs } of all) {
            expect(tookMs).toBeLessThanOrEqual(TIMEOUT_MS)
            expect(error === undefined || hasNoAnswer(error)).toBe(true)
          }
          expect(bank.mostAsking()).toBeLessThanOrEqual(1)
          expect(bank.said.answers).toBeLessThanOrEqual(2 * starts.length)
        },
      ),
      { numRuns: 150 },
    )
  })
})

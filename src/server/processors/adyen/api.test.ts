import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AnswerBroken, NotConnected, type HttpAnswer, type HttpCall } from '../http/http.ts'
import { isProcessorNotAsked, isProcessorSilent } from '../processor.ts'
import { realTimer } from '../time-out-calls.ts'
import { createApi } from './api.ts'

const TIMEOUT_MS = 10_000

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

type Says = { afterMs?: number } & (Partial<HttpAnswer> | { error: Error })

const DONE: Says = { status: 200, text: '{"resultCode":"Authorised"}' }
const BUSY: Says = { status: 422, text: '{"errorCode":"704"}' }
const SILENT: Says = { afterMs: TIMEOUT_MS + 1 }
const RESET: Says = { error: new Error('ECONNRESET') }
const NO_SERVER: Says = { error: new NotConnected('ECONNREFUSED') }

/** A request to an Adyen that gives these answers in turn, and then repeats the last one. */
async function send(says: readonly Says[], timeoutMs = TIMEOUT_MS) {
  const sent: (HttpCall & { atMs: number })[] = []
  const api = createApi({
    account: { api: 'https://adyen.example/v72', apiKey: 'key-canary' },
    timeoutMs,
    nowMs: () => Date.now(),
    timer: realTimer,
    transport: async (call) => {
      const { afterMs = 0, ...answer } = says[Math.min(sent.length, says.length - 1)] ?? {}
      sent.push({ ...call, atMs: Date.now() })
      await new Promise((resolve) => {
        setTimeout(resolve, Math.min(afterMs, call.timeoutMs))
      })
      if (afterMs > call.timeoutMs) throw new Error('timeout')
      if ('error' in answer) throw answer.error
      return { status: 200, text: '', ...answer }
    },
  })
  const ending = api
    .start()({
      route: '/payments/{psp}/captures',
      values: { psp: 'A/B' },
      idempotencyKey: 'cap-pay_1',
      body: { amount: 1 },
    })
    .then(
      (answer) => ({ kind: answer.kind, error: undefined }),
      (error: unknown) => ({ kind: 'threw', error }),
    )
  await vi.runAllTimersAsync()
  return { ...(await ending), sent, tookMs: Date.now() }
}

describe('a request', () => {
  it('has the address, the key and the body', async () => {
    const { sent } = await send([DONE])
    expect(sent).toEqual([
      {
        method: 'POST',
        url: 'https://adyen.example/v72/payments/A%2FB/captures',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'user-agent': 'HostedCheckout/1',
          'x-api-key': 'key-canary',
          'idempotency-key': 'cap-pay_1',
        },
        body: '{"amount":1}',
        timeoutMs: 6000,
        atMs: 0,
      },
    ])
  })

  it.each<[string, Says[], string, number[]]>([
    ['that is answered is sent once', [DONE], 'done', [0]],
    [
      'that is refused is sent once',
      [{ status: 422, text: '{"errorCode":"130"}' }],
      'refused',
      [0],
    ],
    ['that may not be sent is sent once', [{ status: 401 }], 'not_allowed', [0]],
    ['without an answer is sent again', [SILENT, DONE], 'done', [0, 6000]],
    ['without an answer is sent three times', [SILENT, SILENT, DONE], 'done', [0, 6000, 8000]],
    ['whose connection breaks is sent again', [RESET, DONE], 'done', [0, 0]],
    ['that fails is sent again', [{ status: 500 }, { status: 502 }, DONE], 'done', [0, 0, 0]],
    ['that is under way is sent again', [BUSY, BUSY, DONE], 'done', [0, 0, 0]],
    [
      'that shall wait is sent again a little later',
      [{ ...BUSY, headers: { 'transient-error': 'true' } }, DONE],
      'done',
      [0, 500],
    ],
    ['is not sent again in the last seconds', [{ status: 500, afterMs: 5999 }], 'threw', [0, 5999]],
  ])('%s', async (_, says, kind, atMs) => {
    const result = await send(says)
    expect(result.kind).toBe(kind)
    expect(result.sent.slice(0, atMs.length).map((call) => call.atMs)).toEqual(atMs)
  })

  it('R-112: is sent again with the same bytes and key', async () => {
    const { sent } = await send([SILENT])
    const [first, ...others] = sent.map(({ url, headers, body }) => ({ url, headers, body }))
    expect(others).toEqual([first, first])
  })

  it.each<[string, Says[], boolean]>([
    ['is silent', [SILENT], false],
    ['breaks off', [{ error: new AnswerBroken('ECONNRESET') }], true],
    ['is out of order', [{ status: 503 }], true],
    ['is under way', [BUSY], true],
    ['is silent after an error', [{ status: 500 }, SILENT], true],
    ['is gone after silence', [SILENT, NO_SERVER], false],
    ['knows the key no more after silence', [SILENT, { status: 401 }], true],
    ['has a gateway that refuses after silence', [RESET, { status: 403 }], true],
  ])('leaves open what became of it where Adyen %s', async (_, says, hasAnswered) => {
    const { error } = await send(says)
    expect(error).toSatisfy(isProcessorSilent)
    expect(error).toMatchObject({ hasAnswered })
  })

  it('was certainly not made without a connection', async () => {
    const { error, sent } = await send([NO_SERVER])
    expect(error).toSatisfy(isProcessorNotAsked)
    expect(String(error)).toMatch(/POST \/payments\/\{psp\}\/captures was not sent: ECONNREFUSED$/)
    expect(sent).toHaveLength(1)
  })

  it('ends in time whatever Adyen says, and is sent three times at most', async () => {
    const says = fc
      .tuple(
        fc.integer({ min: 0, max: 12_000 }),
        fc.constantFrom<Says>(
          DONE,
          BUSY,
          RESET,
          NO_SERVER,
          { status: 500 },
          { status: 401 },
          {
            ...BUSY,
            headers: { 'transient-error': 'true' },
          },
        ),
      )
      .map(([afterMs, answer]): Says => ({ ...answer, afterMs }))
    await fc.assert(
      fc.asyncProperty(
        fc.array(says, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 100, max: 12_000 }),
        async (all, timeoutMs) => {
          vi.setSystemTime(0)
          const { sent, tookMs, kind } = await send(all, timeoutMs)
          expect(sent.length).toBeLessThanOrEqual(3)
          const latest = sent.map((call) => call.atMs + call.timeoutMs)
          expect(Math.max(...latest)).toBeLessThanOrEqual(timeoutMs)
          expect(tookMs).toBeLessThanOrEqual(timeoutMs)
          expect(['done', 'refused', 'not_allowed', 'threw']).toContain(kind)
        },
      ),
    )
  })
})

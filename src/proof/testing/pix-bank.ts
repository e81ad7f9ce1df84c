import { expect, onTestFinished } from 'vitest'
import type { Fetch } from '#contract/fetch.ts'
import type { BadDays } from '#sandbox/fakes/api-pix/bad-days.ts'
import { otherCustomer, testCustomer, type Customer } from '#sandbox/fakes/api-pix/customers.ts'
import { openPixBank, type PixBank } from '#sandbox/fakes/api-pix/pix-bank.ts'
import type { RepeatedRefund } from '#sandbox/fakes/api-pix/deps.ts'
import type { Journal } from '#sandbox/fakes/shared/journal.ts'
import { createDice } from '../campaigns/shared/dice.ts'
import { checkFetch } from '../documents/check-fetch.ts'
import { isObject, type JsonObject } from '../documents/json.ts'
import { createApiPixValidator, type MessageValidator } from '../documents/validate-message.ts'
import { createTestClock } from './test-clock.ts'

const URL_OF_BANK = 'https://bank.test'
const START = new Date('2026-11-20T15:00:00Z')
const RESOLUTION = 1_000_000

export const WEBHOOK_URL = 'https://store.test/hooks'
export const SHOP = testCustomer()
export const OTHER = otherCustomer()
export const [SHOP_KEY = ''] = SHOP.keys

/** An answer of the bank; `body` is empty where it has none, or no JSON object. */
export interface PixAnswer {
  status: number
  headers: Headers
  body: JsonObject
}

export interface TestPixBank extends PixBank {
  /** A call with a good token. */
  call: (method: string, path: string, body?: object, as?: Customer) => Promise<PixAnswer>
  /** Sends a request unchanged. */
  send: (request: Request, as?: Customer) => Promise<PixAnswer>
  tokenOf: (customer: Customer, scope?: string) => Promise<string>
  /** Advances the clock, and runs what is due by then. */
  pass: (durationMs: number) => Promise<void>
  /** What webhooks received, in order. */
  webhooks: { url: string; pix: JsonObject[] }[]
  /** The status with which webhooks answer, 200 at first. */
  answerWebhooksWith: (status: number) => void
  /** How long the bank waited within calls, in milliseconds each. */
  waited: number[]
}

interface Options {
  seed?: number
  badDays?: BadDays
  journal?: Journal
  repeatedRefund?: RepeatedRefund
  /** Leaves the messages unvalidated, for bad days on which the bank breaks the document. */
  isUnchecked?: boolean
}

let shared: MessageValidator | undefined
/** One validator for all tests of a file, since compiling the document takes a while. */
const validator = () => (shared ??= createApiPixValidator())

/** A bank whose messages, in and out, are validated by the document when the test ends. */
export function openTestPixBank({
  seed = 1,
  badDays,
  journal,
  repeatedRefund,
  isUnchecked = false,
}: Options = {}): TestPixBank {
  const clock = createTestClock(START)
  const dice = createDice(seed)
  const faults: string[] = []
  const webhooks: TestPixBank['webhooks'] = []
  const waited: number[] = []
  let webhookStatus = 200
  const bank = openPixBank({
    customers: [SHOP, OTHER],
    clock: () => clock.now(),
    random: () => dice.below(RESOLUTION) / RESOLUTION,
    async notify(request) {
      const { method, url, headers } = request
      const text = await request.text()
      faults.push(
        ...validator().webhook({ method, path: new URL(url).pathname, headers, body: text }),
      )
      webhooks.push({ url, pix: (JSON.parse(text) as { pix: JsonObject[] }).pix })
      return new Response(null, { status: webhookStatus })
    },
    wait: async (durationMs) => void waited.push(durationMs),
    hang: async () => new Response('hanging', { status: 418 }),
    ...(badDays && { badDays }),
    ...(journal && { journal }),
    ...(repeatedRefund && { repeatedRefund }),
  })
  if (!isUnchecked) onTestFinished(() => expect(faults).toEqual([]))

  const tokens = new Map<Customer, string>()
  const fetchAs = (customer: Customer): Fetch => {
    const fetch = bank.fetchAs({ certificate: customer.certificate })
    return isUnchecked
      ? fetch
      : checkFetch(fetch, { validator: validator(), basePath: '/api', faults })
  }
  async function send(request: Request, as = SHOP): Promise<PixAnswer> {
    const response = await fetchAs(as)(request)
    return { status: response.status, headers: response.headers, body: await objectOf(response) }
  }
  async function tokenOf(customer: Customer, scope?: string): Promise<string> {
    const { body } = await send(tokenRequest(customer, scope), customer)
    return typeof body['access_token'] === 'string' ? body['access_token'] : ''
  }

  return {
    ...bank,
    send,
    tokenOf,
    webhooks,
    waited,
    async call(method, path, body, as = SHOP) {
      const token = tokens.get(as) ?? (await tokenOf(as))
      if (token === '') throw new Error('the bank gave no token')
      tokens.set(as, token)
      return send(apiRequest(method, path, { token, body }), as)
    },
    async pass(durationMs) {
      clock.advance(durationMs)
      // Later calls get new tokens: the expiry of tokens is not under test here.
      tokens.clear()
      await bank.runDue()
    },
    answerWebhooksWith(status) {
      webhookStatus = status
    },
  }
}

export function apiRequest(
  method: string,
  path: string,
  { token, body }: { token: string; body?: object | undefined },
): Request {
  return new Request(`${URL_OF_BANK}/api${path}`, {
    method,
    headers: {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

export function tokenRequest({ clientId, clientSecret }: Customer, scope?: string): Request {
  return new Request(`${URL_OF_BANK}/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      ...(scope !== undefined && { scope }),
    }),
  })
}

/** A txid of 27 characters. */
export function txidOf(number: number): string {
  return `txid${String(number).padStart(23, '0')}`
}

/** The body of a charge. */
export function chargeOf(original: string, more: object = {}) {
  return { calendario: { expiracao: 3600 }, valor: { original }, chave: SHOP_KEY, ...more }
}

async function objectOf(response: Response): Promise<JsonObject> {
  const text = await response.text()
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

import { Hono } from 'hono'
import { makeApiKey } from '#domain/api-key.ts'
import { CheckoutClient } from '#client/checkout-client.ts'
import { createPageClient } from '#page/bff/page-client.ts'
import { exampleSession, MERCHANT_ID } from './session.fixture.ts'

export const apiKey = makeApiKey('sandbox', (length) => new Uint8Array(length).fill(7))
export const REFERENCE = '0123456789ABCDEFGHIJKLMNOPQRSTUVW'
export const newSession = { merchantId: MERCHANT_ID, amount: 25990, currency: 'BRL' }

export function problem(status: number, code: string, headers: Record<string, string> = {}) {
  const document = { type: '/docs', title: code, status, detail: 'Why.', code, requestId: 'req_1' }
  return Response.json(document, {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  })
}

interface Sent {
  method: string
  url: URL
  headers: Headers
  redirect: string
  body: string
}

/** The clients of a fake API that answers from a list, and records its requests. */
export function clientOf(answers: (() => Response | Promise<Response>)[]) {
  const requests: Sent[] = []
  const delaysMs: number[] = []
  const api = new Hono()
  api.all('*', async (context) => {
    requests.push({
      method: context.req.method,
      url: new URL(context.req.url),
      headers: context.req.raw.headers,
      redirect: context.req.raw.redirect,
      body: await context.req.text(),
    })
    const answer = answers[requests.length - 1]
    if (answer === undefined) throw new Error('was called once more than expected')
    return answer()
  })
  api.onError((error) => {
    throw error
  })
  let made = 0
  const options = { apiKey, baseUrl: 'https://api.example/', timeoutMs: 1000, fetch: api.fetch }
  const runtime = {
    sleep: async (delayMs: number) => void delaysMs.push(delayMs),
    random: () => 0,
    newIdempotencyKey: () => `made-${++made}`,
  }
  const client = new CheckoutClient(options, runtime)
  return { client, page: createPageClient(options, runtime), requests, delaysMs }
}

export const session = () => Response.json(exampleSession(), { status: 201 })
export const refused = () => {
  throw new TypeError('fetch failed')
}

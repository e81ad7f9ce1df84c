import type { Fetch } from '#contract/fetch.ts'
import { describe, expect, it } from 'vitest'
import { simulatedPayment } from '#proof/testing/open-test-simulator.ts'
import { ProcessorSilent } from '#server/processors/processor.ts'
import { createSimulatedProcessor } from './simulated-processor.ts'

const TIMEOUT_MS = 100
const payment = simulatedPayment({ method: { type: 'boleto', dueDate: '2026-11-23' } })

function processorOver(fetch: Fetch, baseUrl = 'http://simulator.test/simulator') {
  return createSimulatedProcessor({
    fetch,
    baseUrl,
    secret: 'secret',
    timeoutMs: TIMEOUT_MS,
    notificationSecret: '',
    clock: () => new Date(0),
  })
}

function answering(status: number, body: string): Fetch {
  return async () => new Response(body, { status })
}

const succeeded = JSON.stringify({ status: 'succeeded', capturedMinor: 1, currency: 'BRL' })

describe('the frame of its challenge', () => {
  it.each([
    ['https://pay.example/simulator', ['https://pay.example']],
    ['http://localhost:4243/simulator', ['http://localhost:4243']],
    // An unencrypted page is not framed: the browser leaves the checkout's page for it.
    ['http://192.168.0.2:4243/simulator', []],
  ])('at %s is of %j', (baseUrl, origins) => {
    const processor = processorOver(answering(200, ''), baseUrl)
    expect(processor.challengeFrameOrigins).toEqual(origins)
  })
})

describe('a call', () => {
  it.each<[string, Fetch]>([
    ['nobody answers', () => new Promise(() => {})],
    ['the answer never ends', async () => new Response(new ReadableStream())],
    ['the connection breaks', async () => Promise.reject(new TypeError('fetch failed'))],
    ['the server fails', answering(500, succeeded)],
    ['it is refused', answering(401, 'Unauthorized')],
    ['it is sent elsewhere', answering(302, '')],
    ['a proxy finds nothing', answering(404, '<h1>Not Found</h1>')],
    ['the answer is cut', answering(200, succeeded.slice(0, -1))],
    ['the answer is of no known form', answering(200, '{"status":"maybe"}')],
    ['a payment is not found while it is made', answering(404, '{"status":"not_found"}')],
  ])('throws ProcessorSilent when %s', async (_name, fetch) => {
    await expect(processorOver(fetch).createPayment(payment)).rejects.toBeInstanceOf(
      ProcessorSilent,
    )
  })

  it('rejects at its own time-out', async () => {
    const startedMs = performance.now()
    const processor = processorOver(() => new Promise(() => {}))
    await expect(processor.inquire(payment.paymentId)).rejects.toBeInstanceOf(ProcessorSilent)
    expect(performance.now() - startedMs).toBeGreaterThan(TIMEOUT_MS - 10)
  })

  it('authenticates, and follows no redirect', async () => {
    const seen: unknown[] = []
    const processor = processorOver(async (request) => {
      seen.push([
        request.method,
        request.url,
        request.headers.get('authorization'),
        request.redirect,
      ])
      return new Response('{"status":"not_found"}', { status: 404 })
    })
    expect(await processor.inquire('pay_1')).toEqual({ status: 'not_found' })
    expect(seen).toEqual([
      ['GET', 'http://simulator.test/simulator/payments/pay_1', 'Bearer secret', 'manual'],
    ])
  })
})

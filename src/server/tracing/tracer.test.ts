import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { idTime, newId } from '#domain/id.ts'
import { createMetrics } from '../monitoring/metrics.ts'
import { startOtlpReceiver } from '#proof/testing/otlp-receiver.ts'
import { createCurrentSpan, traceFields } from './current-span.ts'
import { createSpanLosses } from './span-losses.ts'
import { openTracer } from './otlp/open-tracer.ts'
import type { SamplerSettings } from './otlp/sampler-settings.ts'
import { formatTraceparent, parseTraceparent } from './traceparent.ts'

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const REMOTE = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }

function open(url: string, sampler: Partial<SamplerSettings> = {}, flushMs = 3000) {
  const metrics = createMetrics()
  const logged: { spans: number; loss: string; error?: string }[] = []
  const currentSpan = createCurrentSpan()
  const log = { warn: (fields: object) => void logged.push(fields as (typeof logged)[number]) }
  const opened = openTracer(
    {
      url: `${url}/v1/traces`,
      headers: {},
      resource: { 'service.name': 'test' },
      sampler: { name: 'parentbased_always_on', ratio: 1, ...sampler },
    },
    {
      currentSpan,
      random,
      flushMs,
      losses: createSpanLosses({ log, metrics, nowMs: () => 0 }),
    },
  )
  const make = async (count: number) => {
    for (let index = 0; index < count; index += 1)
      await opened.tracer.inSpan({ name: 'test' }, async () => undefined)
  }
  const dropped = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      [
        ...(await metrics.text()).matchAll(
          /^checkout_spans_dropped_total\{reason="(\w+)"\} (\d+)$/gm,
        ),
      ].map(([, reason = '', count]) => [reason, Number(count)] as const),
    )
  return {
    tracer: opened.tracer,
    close: () => opened.close(),
    make,
    dropped,
    logged,
    currentSpan,
  }
}

describe('a tracer', () => {
  it('exports what it made on closing, once', async () => {
    await using collector = await startOtlpReceiver()
    const { make, close, dropped, logged } = open(collector.url)
    await make(3)
    await close()
    expect(collector.spans().map(({ name }) => name)).toEqual(['test', 'test', 'test'])
    expect(await dropped()).toEqual({ queue: 0, collector: 0, stopped: 0 })
    expect(logged).toEqual([])
  })

  it('fails a span by the type or code of its error, never by its message', async () => {
    await using collector = await startOtlpReceiver()
    const { tracer, close } = open(collector.url)
    const thrown = async (error: Error) => {
      const failing = tracer.inSpan({ name: 'test' }, async () => {
        throw error
      })
      await expect(failing).rejects.toBe(error)
    }
    await thrown(new TypeError('Maria Silva'))
    await thrown(Object.assign(new Error('Maria Silva'), { code: '23505' }))
    await thrown(Object.assign(new Error('x'), { code: 'the code of Maria Silva' }))
    await close()
    const failed = collector.spans().map(({ status, attributes }) => ({ status, ...attributes }))
    const status = { code: 'STATUS_CODE_ERROR' }
    expect(failed).toEqual([
      { status, 'error.type': 'TypeError' },
      { status, 'error.type': '23505' },
      { status, 'error.type': 'Error' },
    ])
    expect(collector.requests.some(({ body }) => body.includes('Maria'))).toBe(false)
  })

  it('knows the span of its caller, and its cause, and none once the work has settled', async () => {
    await using collector = await startOtlpReceiver()
    const { tracer, close, currentSpan } = open(collector.url)
    const fields = traceFields(currentSpan)
    expect(tracer.current()).toBeUndefined()
    expect(fields()).toEqual({})
    let later: Promise<unknown> = Promise.resolve()
    await tracer.inSpan({ name: 'outer', kind: 'server' }, async () => {
      const outer = tracer.current()
      expect(fields()).toEqual({ traceId: outer?.traceId })
      await tracer.inSpan({ name: 'call', kind: 'client', parent: 'current' }, async () => {
        expect(tracer.current()?.traceId).toBe(outer?.traceId)
        expect(tracer.current()).not.toEqual(outer)
        expect(tracer.cause()).toEqual(outer)
      })
      expect(tracer.current()).toEqual(outer)
      later = new Promise((resolve) => setTimeout(() => resolve(tracer.current()), 20))
    })
    expect(await later).toBeUndefined()
    await close()
    const [call, outer] = collector.spans()
    expect(call?.parentSpanId).toBe(outer?.spanId)
  })

  it.each([
    ['always_on', 1, [true, true, true]],
    ['always_off', 1, [false, false, false]],
    ['traceidratio', 0, [false, false, false]],
    ['parentbased_always_on', 1, [true, true, false]],
    ['parentbased_always_off', 1, [false, true, false]],
    ['parentbased_traceidratio', 0, [false, true, false]],
  ] as const)(
    'samples by %s: alone, below a sampled and an unsampled parent',
    async (name, ratio, sampled) => {
      await using collector = await startOtlpReceiver()
      const { tracer, close, currentSpan } = open(collector.url, { name, ratio })
      const parents = [undefined, { ...REMOTE, isSampled: true }, { ...REMOTE, isSampled: false }]
      const seen: unknown[] = []
      for (const parent of parents)
        await tracer.inSpan({ name: 'test', parent }, async () => {
          seen.push(tracer.current()?.isSampled)
          expect(Object.keys(traceFields(currentSpan)())).toHaveLength(seen.at(-1) === true ? 1 : 0)
        })
      await close()
      expect(seen).toEqual(sampled)
      expect(collector.spans()).toHaveLength(sampled.filter(Boolean).length)
    },
  )
})

describe('a collector that', () => {
  it('is down costs its spans, which are counted and logged by a code', async () => {
    const { make, close, dropped, logged } = open('http://127.0.0.1:9', {}, 50)
    await make(5)
    await close()
    expect(await dropped()).toEqual({ queue: 0, collector: 0, stopped: 5 })
    expect(logged).toEqual([{ spans: 5, loss: 'stopped', error: undefined }])
  })

  it.each([400, 403, 500])('answers %i costs its spans', async (status) => {
    await using collector = await startOtlpReceiver()
    collector.answer = (response) => response.writeHead(status).end('the body of Maria Silva')
    const { make, close, dropped, logged } = open(collector.url)
    await make(5)
    await close()
    expect(await dropped()).toEqual({ queue: 0, collector: 5, stopped: 0 })
    expect(logged).toEqual([{ spans: 5, loss: 'collector', error: String(status) }])
  })

  it('hangs holds a bounded number of spans, logs once a minute, and does not hold up the end', async () => {
    await using collector = await startOtlpReceiver()
    collector.answer = () => undefined
    const { make, close, dropped, logged } = open(collector.url, {}, 50)
    await make(3000)
    await expect.poll(() => collector.requests.length).toBeGreaterThan(0)
    expect(await dropped()).toEqual({ queue: 952, collector: 0, stopped: 0 })
    await close()
    expect(await dropped()).toEqual({ queue: 952, collector: 0, stopped: 2048 })
    await make(1)
    expect(await dropped()).toEqual({ queue: 952, collector: 0, stopped: 2049 })
    expect(logged).toEqual([
      { spans: 1, loss: 'queue', error: undefined },
      { spans: 951 + 2048, loss: 'stopped', error: undefined },
    ])
  })

  it('closes every connection costs its spans, and never the work', async () => {
    const server = createServer((socket) => void socket.destroy()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { tracer, close, dropped } = open(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      {},
      50,
    )
    expect(await tracer.inSpan({ name: 'test' }, async () => 'done')).toBe('done')
    await close()
    expect(Object.values(await dropped()).filter((count) => count > 0)).toEqual([1])
  })
})

describe('traceparent', () => {
  const digit = fc.constantFrom(...'0123456789abcdef'.split(''))
  const hex = (length: number) =>
    fc
      .string({ unit: digit, minLength: length, maxLength: length })
      .filter((text) => /[^0]/.test(text))
  const anySpan = fc.record({ traceId: hex(32), spanId: hex(16), isSampled: fc.boolean() })

  it('is read as it was written', () => {
    fc.assert(
      fc.property(anySpan, (span) => {
        expect(parseTraceparent(formatTraceparent(span))).toEqual(span)
      }),
    )
  })

  it.each([
    [`01-${REMOTE.traceId}-${REMOTE.spanId}-01-more`, true],
    [`00-${REMOTE.traceId}-${REMOTE.spanId}-03`, true],
    [`00-${REMOTE.traceId}-${REMOTE.spanId}-01-more`, false],
    [`ff-${REMOTE.traceId}-${REMOTE.spanId}-01`, false],
    [`00-${'0'.repeat(32)}-${REMOTE.spanId}-01`, false],
    [`00-${REMOTE.traceId}-${'0'.repeat(16)}-01`, false],
    [`00-${REMOTE.traceId.toUpperCase()}-${REMOTE.spanId}-01`, false],
    ['', false],
    [null, false],
  ])('of a stranger: %s', (text, isRead) => {
    expect(parseTraceparent(text)).toEqual(isRead ? { ...REMOTE, isSampled: true } : undefined)
  })
})

it('reads from an id when it was made', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), (ms) => {
      expect(idTime(newId('evt', new Date(ms), random))).toBe(ms)
    }),
  )
})

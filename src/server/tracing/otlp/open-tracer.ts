import { Agent } from 'node:https'
import { Agent as PlainAgent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type SpanContext as OtelContext,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider, type Span as OtelSpan } from '@opentelemetry/sdk-trace'
import type { RandomBytes } from '#domain/id.ts'
import { errorType } from '../../process/serialize-error.ts'
import type { CurrentSpan } from '../current-span.ts'
import type { NewSpan, Span, SpanContext, Tracer } from '../tracer.ts'
import type { SpanLosses } from '../span-losses.ts'
import { boundExport } from './bound-export.ts'
import { samplerOf } from './sampler.ts'
import type { TraceSettings } from './sampler-settings.ts'

export interface OpenedTracer {
  tracer: Tracer
  /** Exports what waits, for a few seconds at most. Spans that end later are dropped. */
  close(): Promise<void>
}

interface OpeningTracer {
  currentSpan: CurrentSpan
  random: RandomBytes
  losses: SpanLosses
  /** How long `close` waits for the collector. */
  flushMs?: number
}

const TRACE_ID_BYTES = 16
const SPAN_ID_BYTES = 8
const BATCH_MAX = 512
const SOCKETS_MAX = 4
const FLUSH_MS = 3000
const EXPORT_TIMEOUT_MS = 10_000
const VALUE_LENGTH_MAX = 200
const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
} as const

/** A tracer that exports by OTLP over HTTP. It registers nothing globally. */
export function openTracer(
  settings: TraceSettings,
  { currentSpan, random, losses, flushMs = FLUSH_MS }: OpeningTracer,
): OpenedTracer {
  const agent =
    new URL(settings.url).protocol === 'https:'
      ? new Agent({ keepAlive: true, maxSockets: SOCKETS_MAX })
      : new PlainAgent({ keepAlive: true, maxSockets: SOCKETS_MAX })
  const otlp = new OTLPTraceExporter({
    url: settings.url,
    headers: settings.headers,
    timeoutMillis: EXPORT_TIMEOUT_MS,
    httpAgentOptions: async () => agent,
  })
  const bounded = boundExport(otlp, { losses, abort: () => agent.destroy() })
  const provider = new TracerProvider({
    resource: resourceFromAttributes(settings.resource),
    sampler: samplerOf(settings.sampler),
    idGenerator: {
      generateTraceId: () => hex(random(TRACE_ID_BYTES)),
      generateSpanId: () => hex(random(SPAN_ID_BYTES)),
    },
    spanLimits: { attributeValueLengthLimit: VALUE_LENGTH_MAX },
    spanProcessors: [
      bounded.before(
        new BatchSpanProcessor({ exporter: bounded.exporter, maxExportBatchSize: BATCH_MAX }),
      ),
    ],
  })
  const otel = provider.getTracer('hosted-checkout')

  function start({ name, kind = 'internal', parent, link, attributes = {} }: NewSpan): OtelSpan {
    const above = parent === 'current' ? currentSpan.current() : parent
    const links = link === undefined ? [] : [{ context: otelContext(link, true) }]
    const options = { kind: KINDS[kind], attributes, links }
    return otel.startSpan(name, options, within(above, parent !== 'current')) as OtelSpan
  }

  return {
    tracer: {
      current: () => currentSpan.current(),
      cause: () => currentSpan.cause(),
      async inSpan(span, work) {
        const started = start(span)
        try {
          const own = ownContext(started.spanContext())
          const isCall = span.kind === 'client' && span.parent === 'current'
          return await currentSpan.run(own, isCall, () => work(portOf(started)))
        } catch (error) {
          fail(started, errorType(error))
          throw error
        } finally {
          started.end()
        }
      },
    },
    async close() {
      // A collector that refuses is logged by `losses`.
      const flushed = provider.shutdown().catch(() => undefined)
      await Promise.race([flushed, sleep(flushMs, undefined, { ref: false })])
      bounded.end()
      agent.destroy()
    },
  }
}

function within(parent: SpanContext | undefined, isRemote: boolean): Context {
  return parent === undefined
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, otelContext(parent, isRemote))
}

function otelContext({ traceId, spanId, isSampled }: SpanContext, isRemote: boolean): OtelContext {
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
  return { traceId, spanId, traceFlags, isRemote }
}

function ownContext({ traceId, spanId, traceFlags }: OtelContext): SpanContext {
  return { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 }
}

function portOf(span: OtelSpan): Span {
  return {
    set(attributes) {
      for (const [name, value] of Object.entries(attributes))
        if (value !== undefined) span.setAttribute(name, value)
    },
    fail: (type) => fail(span, type),
  }
}

function fail(span: OtelSpan, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

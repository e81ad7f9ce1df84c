import { AsyncLocalStorage } from 'node:async_hooks'
import type { SpanContext } from './tracer.ts'

interface Place {
  span: SpanContext | undefined
  cause: SpanContext | undefined
}

/** Which span a caller runs in, across its awaits. */
export interface CurrentSpan {
  current(): SpanContext | undefined
  /** The innermost span that is not a call of another system: the cause of events that are written within it. */
  cause(): SpanContext | undefined
  /** Runs work in a span. What goes on after `work` has settled is in no span. */
  run<T>(span: SpanContext, isCall: boolean, work: () => Promise<T>): Promise<T>
}

export function createCurrentSpan(): CurrentSpan {
  const storage = new AsyncLocalStorage<Place>()
  return {
    current: () => storage.getStore()?.span,
    cause: () => storage.getStore()?.cause,
    async run(span, isCall, work) {
      const own: Place = { span, cause: isCall ? storage.getStore()?.cause : span }
      try {
        return await storage.run(own, work)
      } finally {
        own.span = undefined
        own.cause = undefined
      }
    },
  }
}

/** The log's field that leads from a record to its trace. */
export function traceFields(currentSpan: CurrentSpan): () => Record<string, string> {
  return () => {
    const span = currentSpan.current()
    return span?.isSampled === true ? { traceId: span.traceId } : {}
  }
}

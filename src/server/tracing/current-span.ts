import { AsyncLocalStorage } from 'node:async_hooks'
import type { SpanContext } from './tracer.ts'

interface Place {
  span: SpanContext | undefined
  cause: SpanContext | undefined
}

/** Which span a caller runs in, across its awaits. */
export interface CurrentSpan {
  current(): SpanContext | undefined
  /** The innermost span that is no call of others: what is written within it comes of it. */
  cause(): SpanContext | undefined
  /** Runs work in a span. Work that it leaves behind is in no span once it has settled. */
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

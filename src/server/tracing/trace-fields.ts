import type { CurrentSpan } from './current-span.ts'

/** The log's field that leads from a record to its trace. */
export function traceFields(currentSpan: CurrentSpan): () => Record<string, string> {
  return () => {
    const span = currentSpan.current()
    return span?.isSampled === true ? { traceId: span.traceId } : {}
  }
}

import type { AttributeName } from './attributes.ts'

/** The identity of a span, as W3C Trace Context has it: `traceId` is 32 hex digits, `spanId` 16. */
export interface SpanContext {
  readonly traceId: string
  readonly spanId: string
  /** Whether the span is recorded and exported. */
  readonly isSampled: boolean
}

/** Values by the names that a span may have: `attributes.ts` is the list. */
export type Attributes = Readonly<
  Partial<Record<AttributeName, string | number | boolean | undefined>>
>

export interface NewSpan {
  /** One of few names. It never contains an id, an address or a text from outside. */
  name: string
  /** Default: internal. */
  kind?: 'internal' | 'server' | 'client'
  /** `current`: a child of the span that the caller runs in. Default: a trace of its own. */
  parent?: SpanContext | 'current' | undefined
  /** Another span that led to this one. */
  link?: SpanContext | undefined
  attributes?: Attributes
}

/** A span under way. */
export interface Span {
  set(attributes: Attributes): void
  /** Marks the span as failed, with `error.type`. */
  fail(type: string): void
}

/** Makes spans. A service without traces has no tracer. */
export interface Tracer {
  /** The span that the caller runs in; undefined outside of spans, and in work that outlived its span. */
  current(): SpanContext | undefined
  /** The innermost such span that is not a call of the database or another system: the cause of events written within it. */
  cause(): SpanContext | undefined
  /** Runs work in a span, which ends when the work settles. An exception fails the span by its type or code alone. */
  inSpan<T>(span: NewSpan, work: (span: Span) => Promise<T>): Promise<T>
}

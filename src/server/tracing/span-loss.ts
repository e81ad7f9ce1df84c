/** Why spans were dropped: too many waited, the collector did not take them, or the process stopped. */
export const SPAN_LOSSES = ['queue', 'collector', 'stopped'] as const
export type SpanLoss = (typeof SPAN_LOSSES)[number]

export interface SpanLosses {
  /** `error` is a type or code. */
  dropped(count: number, loss: SpanLoss, error?: string): void
}

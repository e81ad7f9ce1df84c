import { isProcessorSilent, type Processor } from '#server/processors/processor.ts'
import type { CaptureCallRow, GivenUpRow } from '../../oracle/books.ts'

/** What watched processors were asked. */
export interface Watched {
  processors: Processor[]
  silences: () => number
  givenUp: GivenUpRow[]
}

/** Records each request to capture with what was committed when it was made. */
export function watchCaptures(
  processor: Processor,
  {
    nowMs,
    committed,
  }: {
    nowMs: () => number
    committed: (paymentId: string) => Promise<CaptureCallRow['committed']>
  },
): { processor: Processor; calls: CaptureCallRow[] } {
  const calls: CaptureCallRow[] = []
  if (processor.capturePayment === undefined) return { processor, calls }
  const capturePayment = processor.capturePayment.bind(processor)
  const watched: Processor = {
    ...processor,
    async capturePayment(capture, known) {
      const { paymentId, amountMinor } = capture
      calls.push({ paymentId, amountMinor, atMs: nowMs(), committed: await committed(paymentId) })
      return capturePayment(capture, known)
    },
  }
  return { processor: watched, calls }
}

/** Records the calls without an answer, and the payments that a piece of work cancels after its own look-up found nothing. */
export function watchAsking(
  processors: readonly Processor[],
  {
    work,
    describe,
  }: {
    /** Identifies the calling work. */
    work: () => number | undefined
    /** The payment's row in the tables. */
    describe: (paymentId: string) => Promise<Omit<GivenUpRow, 'paymentId'> | undefined>
  },
): Watched {
  const unknownTo = new Map<string, number | undefined>()
  const givenUp: GivenUpRow[] = []
  let silences = 0
  return {
    givenUp,
    silences: () => silences,
    processors: processors.map((processor) => {
      const asked: Partial<Processor> = {
        async createPayment(payment) {
          try {
            return await processor.createPayment(payment)
          } catch (error) {
            if (isProcessorSilent(error)) silences += 1
            throw error
          }
        },
        async inquire(paymentId, known) {
          const found = await processor.inquire(paymentId, known)
          if (found.status === 'not_found') unknownTo.set(paymentId, work())
          return found
        },
        async cancelPayment(paymentId, known) {
          if (unknownTo.has(paymentId) && unknownTo.get(paymentId) === work()) {
            const row = await describe(paymentId)
            if (row !== undefined) givenUp.push({ paymentId, ...row })
          }
          return processor.cancelPayment(paymentId, known)
        },
      }
      // A prototype, not a spread: members of a bounded processor are its prototype's. Without `probe`, which would run by the
      // clock on the wall: here payments probe the circuit breaker.
      return Object.assign(Object.create(processor) as Processor, asked, { probe: undefined })
    }),
  }
}

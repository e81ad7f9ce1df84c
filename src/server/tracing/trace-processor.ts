import type { Processor } from '../processors/processor.ts'
import type { Attributes, Tracer } from './tracer.ts'

/** The statuses that a module may answer. Any other text of a module is not written to a span. */
const OUTCOMES = new Set([
  'succeeded',
  'failed',
  'requires_action',
  'processing',
  'pending',
  'not_found',
  'not_known_yet',
])

/**
 * Wraps a processor: each call becomes a client span, with account, operation, our ids and the kind of outcome. Reading the
 * card encryption key, which modules cache, and reading notifications make no spans.
 */
export function traceProcessor(processor: Processor, tracer: Tracer): Processor {
  function traced<T>(
    operation: string,
    attributes: Attributes,
    call: () => Promise<T>,
    outcomeOf: (result: T) => string | undefined = () => undefined,
  ): Promise<T> {
    return tracer.inSpan(
      {
        name: `processor ${operation}`,
        kind: 'client',
        parent: 'current',
        attributes: {
          'checkout.processor.account': processor.name,
          'checkout.processor.operation': operation,
          ...attributes,
        },
      },
      async (span) => {
        const result = await call()
        span.set({ 'checkout.processor.outcome': outcomeOf(result) })
        return result
      },
    )
  }
  const ofPayment = (id: string): Attributes => ({ 'checkout.payment.id': id })
  const ofRefund = (id: string, payment: string): Attributes => ({
    ...ofPayment(payment),
    'checkout.refund.id': id,
  })

  const calls: Partial<Processor> = {
    name: processor.name,
    createPayment: (payment) =>
      traced(
        'createPayment',
        { ...ofPayment(payment.paymentId), 'checkout.payment.method': payment.method.type },
        () => processor.createPayment(payment),
        kindOf,
      ),
    inquire: (id, known) =>
      traced('inquire', ofPayment(id), () => processor.inquire(id, known), kindOf),
    cancelPayment: (id, known) =>
      traced('cancelPayment', ofPayment(id), () => processor.cancelPayment(id, known), kindOf),
    createRefund: (refund, payment) =>
      traced(
        'createRefund',
        ofRefund(refund.refundId, refund.paymentId),
        () => processor.createRefund(refund, payment),
        kindOf,
      ),
    inquireRefund: (id, known) =>
      traced(
        'inquireRefund',
        ofRefund(id, known.paymentId),
        () => processor.inquireRefund(id, known),
        kindOf,
      ),
  }
  const list = processor.listMovements?.bind(processor)
  if (list !== undefined)
    calls.listMovements = (range) => traced('listMovements', {}, () => list(range))
  const probe = processor.probe?.bind(processor)
  if (probe !== undefined) calls.probe = () => traced('probe', {}, () => probe())
  // A prototype, not a spread: the processor may be a class instance.
  return Object.assign(Object.create(processor) as Processor, calls)
}

function kindOf(result: unknown): string | undefined {
  const status: unknown =
    typeof result === 'object' && result !== null ? Reflect.get(result, 'status') : undefined
  return typeof status === 'string' && OUTCOMES.has(status) ? status : 'other'
}

import type { PaymentMethod } from '#contract/payment.ts'
import type { Processor } from './processor.ts'

/** The account that makes new payments, by method. An account without a method only serves the payments that it has made. */
export type AccountsOfMethods = Readonly<Partial<Record<PaymentMethod, string>>>

/** The processors' accounts of this process. */
export interface Processors {
  readonly all: readonly Processor[]
  readonly names: readonly string[]
  /** The account that makes new payments of a method; undefined: none does. */
  forMethod(method: PaymentMethod): Processor | undefined
  /** Undefined when another process has this account. */
  of(name: string): Processor | undefined
}

/** Whether a module can make payments of a method. */
export function takesMethod(
  { methods }: Pick<Processor, 'methods'>,
  method: PaymentMethod,
): boolean {
  return methods === undefined || methods.includes(method)
}

/** Without `methods` the first account makes the payments of every method that it takes. */
export function createProcessors(
  all: readonly Processor[],
  methods?: AccountsOfMethods,
): Processors {
  const byName = new Map(all.map((processor) => [processor.name, processor]))
  return {
    all: [...byName.values()],
    names: [...byName.keys()],
    of: (name) => byName.get(name),
    forMethod(method) {
      const chosen = methods === undefined ? all[0] : byName.get(methods[method] ?? NO_ACCOUNT)
      return chosen !== undefined && takesMethod(chosen, method) ? chosen : undefined
    },
  }
}

const NO_ACCOUNT = ''

/** This process does not have the processor that made the payment: it must not call another one, nor change anything. */
export class ProcessorElsewhere extends Error {
  override name = 'ProcessorElsewhere'
  readonly processor: string

  constructor(processor: string) {
    super(`this process does not have the processor "${processor}"`)
    this.processor = processor
  }
}

/** The processor that made a payment. Throws `ProcessorElsewhere`. */
export function processorOf(
  { processors }: { processors: Processors },
  { processor: name }: { processor: string },
): Processor {
  const processor = processors.of(name)
  if (processor === undefined) throw new ProcessorElsewhere(name)
  return processor
}

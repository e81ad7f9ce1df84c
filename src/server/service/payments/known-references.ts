import type { ProcessorReferences, RefundReferences } from '#domain/settle.ts'

const NAMES = [
  'processorReference',
  'authorizationCode',
  'endToEndId',
  'txid',
  'boletoNumber',
] as const
const LENGTH_MAX = 200

const NAMES_OF_REFUND = ['processorReference', 'returnId'] as const

/** The references of an outcome that the contract knows. A module's own object may hold anything beside them. */
export function knownReferences(
  references: ProcessorReferences | undefined,
): ProcessorReferences | undefined {
  return known(references, NAMES)
}

/** As `knownReferences`, for a refund. */
export function knownRefundReferences(
  references: RefundReferences | undefined,
): RefundReferences | undefined {
  return known(references, NAMES_OF_REFUND)
}

function known<Name extends string>(
  references: Partial<Record<Name, unknown>> | undefined,
  names: readonly Name[],
): Partial<Record<Name, string>> | undefined {
  const found: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = references?.[name]
    if (typeof value === 'string' && value.length <= LENGTH_MAX) found[name] = value
  }
  return Object.keys(found).length === 0 ? undefined : found
}

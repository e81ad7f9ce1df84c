import { Instant, plainText } from '#contract/values.ts'
import { isNamedInCode } from '#domain/methods/pix/br-code.ts'
import { oneLine } from '#domain/one-line.ts'
import type { ProcessorReferences, ProcessorState, RefundReferences } from '#domain/settle.ts'
import type { ServiceContext } from '../context.ts'

/** A bank's clock differs from ours, but not by a day. */
const MARGIN_MS = 86_400_000

/** When a payment was paid, if the processor states an instant that can be true: since its creation, and not in the future. */
export function knownPaidAt(
  stated: unknown,
  { createdAt, now }: { createdAt: Date; now: Date },
): Date | null {
  const instant = Instant.safeParse(stated)
  if (!instant.success) return null
  const at = new Date(instant.data)
  const isPossible =
    at.getTime() >= createdAt.getTime() - MARGIN_MS && at.getTime() <= now.getTime() + MARGIN_MS
  return isPossible ? at : null
}

const Name = plainText(200).transform(oneLine)

/** Who is paid, as the processor names them. Null without a name, or when it is the known name as a Pix code writes it. */
export function knownPayeeName(stated: unknown, known: string | null): string | null {
  const name = Name.safeParse(stated).data ?? ''
  return name === '' || (known !== null && isNamedInCode(known, name)) ? null : name
}

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

const CHARACTERS_MAX = 4096
const FLAT: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])

/** What a module wants to keep, if it is a small flat object; anything else is logged, and what was kept before stays. */
export function keptState(
  { log }: Pick<ServiceContext, 'log'>,
  state: ProcessorState | undefined,
): ProcessorState | undefined {
  if (state === undefined) return undefined
  if (isFlat(state) && JSON.stringify(state).length <= CHARACTERS_MAX) return state
  log.error({}, STATE_REFUSED)
  return undefined
}

const STATE_REFUSED =
  "the processor's module wants to keep no flat JSON object of at most 4096 characters: nothing was kept"

/** Checked at run time, since a module may be written without types. */
function isFlat(state: unknown): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    !Array.isArray(state) &&
    Object.values(state).every((value) => value === null || FLAT.has(typeof value))
  )
}

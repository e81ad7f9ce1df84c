import { DISPUTE_STEPS, type DisputeStepKind } from '#contract/dispute-states.ts'
import { AmountMinor, Currency, Instant, plainText } from '#contract/values.ts'
import type { ToldDispute } from '#domain/dispute.ts'
import type { PaymentOutcome } from '#domain/settle.ts'
import type { ServiceContext } from '../context.ts'

/** A step of a dispute as it is stored. */
export interface KnownStep {
  reference: string
  kind: DisputeStepKind
  at: Date
  amountMinor: number
  currency: string
  network: string | null
  reasonCode: string | null
  reason: string | null
  /** Null: not said, not readable, or in the past. */
  respondBy: Date | null
  respondByIsProven: boolean
}

const Reference = plainText(200)
const Code = plainText(100)
const Reason = plainText(500)
const Amount = AmountMinor.min(1)

/** A bank's clock differs from ours, but not by a day. */
const MARGIN_MS = 86_400_000

/**
 * The steps of disputes that an outcome tells, checked at run time, since a module may be written without types. A step that
 * cannot be read is logged, and the others count.
 */
export function knownDisputes(context: ServiceContext, outcome: PaymentOutcome): KnownStep[] {
  const told = outcome.status === 'succeeded' ? (outcome.disputes ?? []) : []
  const now = context.clock()
  return told.flatMap((one) => {
    const step = knownStep(one, now)
    if (step === undefined) context.log.error({}, UNREADABLE)
    return step ?? []
  })
}

const UNREADABLE =
  "the processor's module told a step of a dispute that cannot be read: it was ignored"

function knownStep(told: ToldDispute, now: Date): KnownStep | undefined {
  const reference = Reference.safeParse(told.reference).data
  const amountMinor = Amount.safeParse(told.amountMinor).data
  const currency = Currency.safeParse(told.currency).data
  const kind = DISPUTE_STEPS.find((known) => known === told.step)
  if (
    reference === undefined ||
    amountMinor === undefined ||
    currency === undefined ||
    kind === undefined
  )
    return undefined
  const at = instantOf(told.at)
  const respondBy = instantOf(told.respondBy)
  return {
    reference,
    kind,
    at: at !== null && at.getTime() <= now.getTime() + MARGIN_MS ? at : now,
    amountMinor,
    currency,
    network: Code.safeParse(told.network).data ?? null,
    reasonCode: Code.safeParse(told.reasonCode).data ?? null,
    reason: Reason.safeParse(told.reason).data ?? null,
    respondBy: respondBy !== null && respondBy > now ? respondBy : null,
    respondByIsProven: told.respondByIsProven === true,
  }
}

function instantOf(stated: unknown): Date | null {
  const instant = Instant.safeParse(stated)
  return instant.success ? new Date(instant.data) : null
}

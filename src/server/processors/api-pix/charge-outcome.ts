import type { DeclineCode } from '#contract/payment.ts'
import type { ProcessorOutcome } from '../processor.ts'
import type { Charge } from './messages.ts'
import { eachOnce, receivedMinor, takenBackAs, takenBackMinor } from './money-of-pix.ts'

/** What a charge's meaning depends on besides its fields. */
export interface ChargeReading {
  txid: string
  now: Date
  /** Why a charge that was removed on request failed. */
  removedAs: DeclineCode
  /** When the session's own limit ends, where it is known. */
  expiresAtMost?: Date
  /** The Pix code of a charge that can be paid. */
  codeOf(charge: Charge): string | undefined
  /** The account's holder, as a code of it or the account's settings say. */
  payeeOf: (code: string | undefined) => string | undefined
}

/** A payer's bank may settle at the last second. */
const SETTLING_MS = 30_000

/**
 * The outcome of a charge; undefined when it does not say: paid, but the Pix is not listed yet, or a status of a later
 * release. Money counts whatever the status is.
 */
export function outcomeOfCharge(
  charge: Charge,
  reading: ChargeReading,
): ProcessorOutcome | undefined {
  const known = knownOf(charge, reading)
  const pix = eachOnce(charge.pix)
  if (pix.length > 0) {
    const reversedMinor = takenBackMinor(pix)
    const reversalKind = takenBackAs(pix)
    const money = { capturedMinor: receivedMinor(pix), currency: 'BRL' }
    const paidAt = pix[0]?.paidAt
    return {
      status: 'succeeded',
      ...money,
      ...(reversedMinor > 0 && { reversedMinor }),
      ...(reversalKind && { reversalKind }),
      ...(paidAt !== undefined && { paidAt }),
      ...known,
    }
  }
  const { now, removedAs } = reading
  const expiresAt = expiryOf(charge)
  const isExpired = expiresAt !== undefined && now.getTime() > expiresAt.getTime() + SETTLING_MS
  const failed = (declineCode: DeclineCode) =>
    ({ status: 'failed', declineCode: isExpired ? 'pix_expired' : declineCode, ...known }) as const
  switch (charge.status) {
    case 'ATIVA': {
      if (isExpired) return failed('pix_expired')
      const brCode = reading.codeOf(charge)
      const payableUntil = earliest(expiresAt, reading.expiresAtMost)
      if (brCode === undefined || payableUntil === undefined) return undefined
      const action = { type: 'pix', brCode, expiresAt: payableUntil.toISOString() } as const
      return { status: 'requires_action', action, ...known }
    }
    case 'REMOVIDA_PELO_USUARIO_RECEBEDOR':
      return failed(removedAs)
    case 'REMOVIDA_PELO_PSP':
      return failed('processing_error')
    default:
      return undefined
  }
}

function earliest(...moments: (Date | undefined)[]): Date | undefined {
  const known = moments.filter((at) => at !== undefined)
  return known.length === 0 ? undefined : new Date(Math.min(...known.map(Number)))
}

/** When a charge can no longer be paid. */
function expiryOf({ calendario }: Charge): Date | undefined {
  const { criacao, expiracao } = calendario ?? {}
  if (criacao === undefined || expiracao === undefined) return undefined
  return new Date(criacao.getTime() + expiracao * 1000)
}

export function locationOf({ location, loc }: Charge): string | undefined {
  return location ?? loc?.location
}

function knownOf(
  charge: Charge,
  { txid, payeeOf }: ChargeReading,
): Pick<ProcessorOutcome, 'references' | 'state' | 'payeeName'> {
  const pix = eachOnce(charge.pix)
  const location = locationOf(charge)
  const payeeName = payeeOf(charge.pixCopiaECola)
  return {
    ...(payeeName !== undefined && { payeeName }),
    references: { txid, ...(pix[0] !== undefined && { endToEndId: pix[0].endToEndId }) },
    state: {
      ...(location !== undefined && { location }),
      ...(charge.revisao !== undefined && { revision: charge.revisao }),
      ...(pix.length > 0 && { pixCount: pix.length }),
    },
  }
}

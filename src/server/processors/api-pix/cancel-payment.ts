import { type KnownPayment, type ProcessorOutcome, ProcessorSilent } from '../processor.ts'
import { type Adapter, CHARGE_ROUTE, lookUp, readCharge, readOutcome } from './adapter.ts'
import { writeAmount } from './amount.ts'
import type { BankSession } from './bank.ts'
import { txidOf } from './ids.ts'

const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
/** Expiry of a charge that is made only to be removed. */
const TOMBSTONE_SECONDS = 60

/**
 * Removes a charge. One that the bank does not know is made first and then removed: the standard refuses to change a
 * charge that is not active, so that a request still under way cannot bring it to life.
 */
export async function cancelPayment(
  adapter: Adapter,
  paymentId: string,
  known: KnownPayment,
): Promise<ProcessorOutcome> {
  const session = adapter.bank.start()
  const removal = await removeCharge(session, txidOf(paymentId))
  if (!removal.ok && removal.status === 404)
    return leaveTombstone(adapter, session, { ...known, paymentId })
  const meaning = { paymentId, removedAs: 'replaced' } as const
  if (removal.ok && isRemoved(removal.body, paymentId))
    return readOutcome(adapter, removal.body, meaning) ?? unclear()
  const found = await lookUp(adapter, session, meaning)
  return found === 'not_found' ? unclear() : found
}

/** Sends the removal alone: the standard refuses it together with another change. */
export function removeCharge(session: BankSession, txid: string) {
  const body = { status: REMOVED }
  return session.ask({ method: 'PATCH', route: CHARGE_ROUTE, values: { txid }, body })
}

async function leaveTombstone(
  adapter: Adapter,
  session: BankSession,
  { paymentId, amountMinor }: Pick<KnownPayment, 'paymentId' | 'amountMinor'>,
): Promise<ProcessorOutcome> {
  const txid = txidOf(paymentId)
  const body = {
    calendario: { expiracao: TOMBSTONE_SECONDS },
    valor: { original: writeAmount(amountMinor) ?? '0.01' },
    chave: adapter.account.pixKey,
  }
  // Refused when the request under way came first: then the charge is there to be removed.
  await session.ask({ method: 'PUT', route: CHARGE_ROUTE, values: { txid }, body })
  await removeCharge(session, txid)
  const meaning = { paymentId, removedAs: 'processing_error' } as const
  const found = await lookUp(adapter, session, meaning)
  return found === 'not_found' || found.status === 'requires_action' ? unclear() : found
}

function isRemoved(body: unknown, paymentId: string): boolean {
  try {
    return readCharge(body, paymentId).status === REMOVED
  } catch {
    return false
  }
}

function unclear(): never {
  throw new ProcessorSilent(`PATCH ${CHARGE_ROUTE} left no charge that is removed`, {
    hasAnswered: true,
  })
}

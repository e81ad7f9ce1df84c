import { taxIdKind, normalizeTaxId } from '#domain/tax-id.ts'
import { type ProcessorOutcome, type ProcessorPayment, ProcessorRefused } from '../processor.ts'
import { type Adapter, CHARGE_ROUTE, lookUp, readOutcome } from './adapter.ts'
import { writeAmount } from './amount.ts'
import { txidOf } from './ids.ts'

const REQUEST_LENGTH_MAX = 140
const NAME_LENGTH_MAX = 200

/** Creates a charge. Repeating it changes nothing, and a charge that was removed or paid before is not made again. */
export async function createPayment(
  adapter: Adapter,
  payment: ProcessorPayment,
): Promise<ProcessorOutcome> {
  const { paymentId, method } = payment
  if (method.type !== 'pix')
    throw new ProcessorRefused(`this account takes Pix, not ${method.type}`)
  const body = bodyOfCharge(adapter, payment, method.expiresAt)
  const session = adapter.bank.start()
  const values = { txid: txidOf(paymentId) }
  const answer = await session.ask({ method: 'PUT', route: CHARGE_ROUTE, values, body })
  const meaning = {
    paymentId,
    removedAs: 'processing_error',
    expiresAtMost: method.expiresAt,
  } as const
  if (answer.ok) {
    const outcome = readOutcome(adapter, answer.body, meaning)
    if (outcome !== undefined) return outcome
  } else if (answer.status === 403) throw answer.refusal
  const found = await lookUp(adapter, session, meaning)
  if (found !== 'not_found') return found
  throw answer.ok ? new ProcessorRefused(`PUT ${CHARGE_ROUTE} made no charge`) : answer.refusal
}

function bodyOfCharge(
  { account, clock }: Adapter,
  { amountMinor, currency, customer, description }: ProcessorPayment,
  expiresAt: Date,
) {
  const original = writeAmount(amountMinor)
  if (currency !== 'BRL' || original === undefined)
    throw new ProcessorRefused('a Pix charge is in BRL, from 0.01 to 9999999999.99')
  const seconds = Math.floor((expiresAt.getTime() - clock().getTime()) / 1000)
  const devedor = payerOf(customer)
  return {
    calendario: { expiracao: Math.max(1, seconds) },
    ...(devedor && { devedor }),
    valor: { original },
    chave: account.pixKey,
    ...(description !== null && { solicitacaoPagador: cut(description, REQUEST_LENGTH_MAX) }),
  }
}

/** A name without a tax id is refused by the standard, and so is a tax id without a name. */
function payerOf({ name, taxId }: ProcessorPayment['customer']) {
  const kind = taxId === undefined ? undefined : taxIdKind(taxId)
  if (taxId === undefined || name === undefined || kind === undefined) return undefined
  return { [kind]: normalizeTaxId(taxId), nome: cut(name, NAME_LENGTH_MAX) }
}

/** Cuts between characters, not within one. */
function cut(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : text.slice(0, lengthMax).replace(/[\uD800-\uDBFF]$/, '')
}

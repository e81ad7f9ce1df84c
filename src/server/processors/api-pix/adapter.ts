import type { DeclineCode } from '#contract/payment.ts'
import { isNamedInCode, parseBrCode } from '#domain/methods/pix/br-code.ts'
import { ProcessorSilent, type ProcessorOutcome } from '../processor.ts'
import { readBody, type BankAnswer } from './bank-answer.ts'
import type { Bank, BankSession } from './bank.ts'
import { locationOf, outcomeOfCharge } from './charge-outcome.ts'
import { codeFor } from './code-for.ts'
import { txidOf } from './ids.ts'
import { Charge } from './messages.ts'
import type { Account } from './settings.ts'

/** What the operations of the port share. */
export interface Adapter {
  account: Account
  bank: Bank
  clock: () => Date
}

export const CHARGE_ROUTE = '/cob/{txid}'

interface Meaning {
  paymentId: string
  removedAs: DeclineCode
  expiresAtMost?: Date
}

export function getCharge(session: BankSession, paymentId: string): Promise<BankAnswer> {
  const values = { txid: txidOf(paymentId) }
  return session.ask({ method: 'GET', route: CHARGE_ROUTE, values })
}

/** Reads the charge in an answer. Throws `ProcessorSilent`, also for the charge of another payment. */
export function readCharge(body: unknown, paymentId: string): Charge {
  const charge = readBody(CHARGE_ROUTE, Charge, body)
  const txid = txidOf(paymentId)
  if (charge.txid !== undefined && charge.txid !== txid)
    throw new ProcessorSilent(`${CHARGE_ROUTE} was answered with another charge`, {
      hasAnswered: true,
    })
  return charge
}

/** The outcome that an answer states; undefined when it states none. */
export function readOutcome(
  { account, clock }: Adapter,
  body: unknown,
  { paymentId, ...meaning }: Meaning,
): ProcessorOutcome | undefined {
  const charge = readCharge(body, paymentId)
  const codeOf = (charge: Charge) => charge.pixCopiaECola ?? codeOfLocation(account, charge)
  const payeeOf = (code: string | undefined) => payeeNameOf(account, code)
  const reading = { txid: txidOf(paymentId), now: clock(), codeOf, payeeOf }
  return outcomeOfCharge(charge, { ...meaning, ...reading })
}

/** Makes the Pix code of a charge from its location and the account's receiver: the standard's answer may lack the code. */
function codeOfLocation({ receiver }: Account, charge: Charge): string | undefined {
  const location = locationOf(charge)
  if (location === undefined || receiver === undefined) return undefined
  return codeFor(receiver, location)
}

/** Asks for a charge whose change was refused or not confirmed. Throws `ProcessorSilent` where that leaves the outcome open. */
export async function lookUp(
  adapter: Adapter,
  session: BankSession,
  meaning: Meaning,
): Promise<ProcessorOutcome | 'not_found'> {
  const answer = await getCharge(session, meaning.paymentId)
  if (!answer.ok && answer.status === 404) return 'not_found'
  if (!answer.ok) throw new ProcessorSilent(answer.refusal.message, { hasAnswered: true })
  const outcome = readOutcome(adapter, answer.body, meaning)
  if (outcome === undefined)
    throw new ProcessorSilent(`GET ${CHARGE_ROUTE} says no outcome yet`, { hasAnswered: true })
  return outcome
}

/**
 * The account's holder, as a payer's bank names them: the name in the code, or the name in the settings when the code's is
 * that one, cut and without accents. Undefined when neither has a name.
 */
function payeeNameOf(
  { receiver }: Pick<Account, 'receiver'>,
  code: string | undefined,
): string | undefined {
  const inCode = parseBrCode(code ?? '')?.merchantName.trim()
  if (inCode === undefined || inCode === '') return receiver?.name
  return receiver !== undefined && isNamedInCode(receiver.name, inCode) ? receiver.name : inCode
}

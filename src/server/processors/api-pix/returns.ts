import { ProcessorSilent } from '../processor.ts'
import type { BankSession } from './bank.ts'
import { readBody } from './bank-answer.ts'
import { PixReturn } from './messages.ts'

const RETURN_ROUTE = '/pix/{e2eid}/devolucao/{id}'

export interface ReturnName {
  e2eid: string
  id: string
}

/** Requests a return, or finds it where it was made already. Throws `ProcessorRefused` where the bank makes none. */
export async function putReturn(
  session: BankSession,
  { e2eid, id }: ReturnName,
  valor: string,
): Promise<PixReturn> {
  const values = { e2eid, id }
  const answer = await session.ask({ method: 'PUT', route: RETURN_ROUTE, values, body: { valor } })
  if (answer.ok) return readBody(RETURN_ROUTE, PixReturn, answer.body)
  // A bank may refuse the id of a return that it has made already.
  const made = await session.ask({ method: 'GET', route: RETURN_ROUTE, values })
  if (made.ok) return readBody(RETURN_ROUTE, PixReturn, made.body)
  throw made.status === 404 || answer.status === 403
    ? answer.refusal
    : new ProcessorSilent(made.refusal.message, { hasAnswered: true })
}

/** A return that was requested before; undefined: the bank does not know it. */
export async function getReturn(
  session: BankSession,
  { e2eid, id }: ReturnName,
): Promise<PixReturn | undefined> {
  const values = { e2eid, id }
  const answer = await session.ask({ method: 'GET', route: RETURN_ROUTE, values })
  if (answer.ok) return readBody(RETURN_ROUTE, PixReturn, answer.body)
  if (answer.status === 404) return undefined
  throw answer.refusal
}

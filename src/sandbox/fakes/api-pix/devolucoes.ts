import { book, remainingMinor, replaceDevolucao } from './book-devolucao.ts'
import type { Customer } from './customers.ts'
import { findPix } from './find-pix.ts'
import { networkId } from './ids.ts'
import { invalidDevolucao, readDevolucao } from './read-devolucao.ts'
import type { Devolucao, Pix } from './records.ts'
import { after, type Bank } from './deps.ts'

const DAY_MS = 86_400_000
/** A refund can be requested within this time after the Pix was settled. */
const WINDOW_MS = 90 * DAY_MS
const PROCESSING_MS = 2_000
const SLOW_MS = 3 * DAY_MS

/** `PUT /pix/{e2eid}/devolucao/{id}`: asks for a refund. */
export function putDevolucao(
  bank: Bank,
  customer: Customer,
  { e2eid, id, body }: { e2eid: string; id: string; body: unknown },
): Devolucao {
  const pix = findPix(bank, customer, e2eid)
  const { amountMinor, descricao } = readDevolucao(id, body)
  const known = pix.devolucoes.find((devolucao) => devolucao.id === id)
  if (known !== undefined && bank.repeatedRefund !== 'paid_again')
    return repeated(bank, known, amountMinor)
  if (known !== undefined && known.status !== 'DEVOLVIDO') return known
  const now = bank.clock()
  refuseUnlessPossible(pix, now, amountMinor)
  if (known !== undefined) return payAgain(bank, pix, known)

  const day = bank.badDays.draw('refund')
  const isAtOnce = day === 'at once' || day === 'overtaken'
  const delayMs = isAtOnce ? 0 : day === 'pending for days' ? SLOW_MS : PROCESSING_MS
  const devolucao: Devolucao = {
    id,
    rtrId: networkId('D', now, bank.random),
    amountMinor,
    natureza: 'ORIGINAL',
    ...(descricao !== undefined && { descricao }),
    solicitacao: now.toISOString(),
    status: 'EM_PROCESSAMENTO',
    due: { at: after(now, delayMs), isRefused: day === 'refused' },
  }
  const asked = { ...pix, devolucoes: [...pix.devolucoes, devolucao] }
  bank.tables.pix.put(e2eid, asked)
  if (!isAtOnce) return devolucao
  const ended = endDevolucao(bank, e2eid, id)
  // An overtaken answer shows the refund as it was, although the webhook about its end is already queued.
  return day === 'overtaken' ? devolucao : ended
}

/** Ends a refund in process; `isRefused` overrides the planned end. */
export function endDevolucao(
  bank: Bank,
  e2eid: string,
  id: string,
  isRefused?: boolean,
): Devolucao {
  const pix = bank.tables.pix.get(e2eid)
  const devolucao = pix?.devolucoes.find((other) => other.id === id)
  if (pix === undefined || devolucao?.status !== 'EM_PROCESSAMENTO')
    throw new RangeError(`no refund ${id} of ${e2eid} is in process`)
  const { due, ...rest } = devolucao
  const at = bank.clock().toISOString()
  const ended: Devolucao =
    (isRefused ?? due?.isRefused === true)
      ? { ...rest, status: 'NAO_REALIZADO', motivo: 'Negado pelo PSP do pagador' }
      : { ...rest, status: 'DEVOLVIDO', liquidacao: at }
  replaceDevolucao(bank, pix, ended)
  if (ended.status === 'DEVOLVIDO')
    book(bank, pix, { kind: 'refunded', id, at, amountMinor: ended.amountMinor })
  return ended
}

/** Money goes out a second time, under the same id. */
function payAgain(bank: Bank, pix: Pix, known: Devolucao): Devolucao {
  const at = bank.clock().toISOString()
  const again = { ...known, rtrId: networkId('D', bank.clock(), bank.random), liquidacao: at }
  bank.tables.pix.put(pix.endToEndId, { ...pix, devolucoes: [...pix.devolucoes, again] })
  const entry = { kind: 'refunded', id: again.rtrId, at, amountMinor: again.amountMinor } as const
  book(bank, pix, entry)
  return again
}

/** Answers a repeated id. The document refuses an id that is in use, but banks differ when the same request is repeated. */
function repeated(bank: Bank, known: Devolucao, amountMinor: number): Devolucao {
  if (bank.repeatedRefund === 'answered' && known.amountMinor === amountMinor) return known
  throw invalidDevolucao(
    'A presente requisição de devolução apresenta um {id} já utilizado por outra requisição de devolução para o {e2eid} em questão.',
    'devolucao.id',
  )
}

function refuseUnlessPossible(pix: Pix, now: Date, amountMinor: number): void {
  if (now.toISOString() > after(pix.horario, WINDOW_MS))
    throw invalidDevolucao(
      'A presente requisição de devolução viola a janela de tempo permitida para solicitações de devoluções de um pix (hoje estabelecida como 90 dias desde a data de liquidação original do pix).',
      'devolucao',
    )
  if (amountMinor > remainingMinor(pix))
    throw invalidDevolucao(
      'A presente requisição de devolução, em conjunto com as demais prévias devoluções, se aplicável, excederia o valor do pix originário.',
      'devolucao.valor',
    )
}

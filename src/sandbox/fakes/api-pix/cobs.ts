import { isDeepStrictEqual } from 'node:util'
import type { Customer } from './customers.ts'
import { letters } from './ids.ts'
import { Problem } from './problem.ts'
import { newTerms, readCobBody, revisedTerms } from './read-terms.ts'
import type { Cob, CobStatus, CobTerms } from './records.ts'
import type { Bank } from './deps.ts'

const TOKEN_LENGTH = 32
const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'

export function cobKey({ id }: Pick<Customer, 'id'>, txid: string): string {
  return `${id} ${txid}`
}

/** `PUT /cob/{txid}`: creates a charge, or replaces the terms of an active one. */
export function putCob(bank: Bank, customer: Customer, txid: string, body: unknown): Cob {
  checkTxid(txid)
  const terms = newTerms(readCobBody(body), customer.keys)
  const cob = bank.tables.cobs.get(cobKey(customer, txid))
  if (cob === undefined) return createCob(bank, customer, txid, terms)
  refuseUnlessActive(
    cob,
    'A cobrança já existe, não está no status ATIVA, e a presente requisição busca alterá-la.',
  )
  if (bank.repeatedCharge === 'made_again') return createCob(bank, customer, txid, terms)
  return revise(bank, cob, terms, cob.status)
}

/** `POST /cob`: the bank chooses the txid. */
export function postCob(bank: Bank, customer: Customer, body: unknown): Cob {
  return putCob(bank, customer, letters(bank.random, TOKEN_LENGTH), body)
}

/** `PATCH /cob/{txid}`: alters an active charge, or removes it. */
export function patchCob(bank: Bank, customer: Customer, txid: string, body: unknown): Cob {
  const cob = findCob(bank, customer, txid)
  const changes = readCobBody(body)
  refuseUnlessActive(cob, 'A cobrança não está ATIVA, e a presente requisição busca alterá-la.')
  const { status, ...others } = changes
  if (status === undefined)
    return revise(bank, cob, revisedTerms(termsOf(cob), changes, customer.keys), cob.status)
  if (Object.values(others).some((value) => value !== undefined))
    throw new Problem(
      'CobOperacaoInvalida',
      `A cobrança está ATIVA, e a presente requisição propõe alterar seu status para ${REMOVED} juntamente com outras alterações.`,
    )
  return revise(bank, cob, termsOf(cob), status)
}

export function findCob(bank: Bank, customer: Customer, txid: string): Cob {
  const cob = bank.tables.cobs.get(cobKey(customer, txid))
  if (cob === undefined)
    throw new Problem('CobNaoEncontrado', 'Cobrança não encontrada para o txid informado.')
  return cob
}

/** The terms in force. */
export function termsOf({ revisions }: Cob): CobTerms {
  const last = revisions.at(-1)
  if (last === undefined) throw new Error('a charge has at least one revision')
  return last.terms
}

function createCob(bank: Bank, customer: Customer, txid: string, terms: CobTerms): Cob {
  const cob: Cob = {
    customerId: customer.id,
    txid,
    criacao: bank.clock().toISOString(),
    locationId: bank.tables.cobs.size() + 1,
    location: `${bank.locationBase}/${letters(bank.random, TOKEN_LENGTH)}`,
    status: 'ATIVA',
    revisions: [{ terms, status: 'ATIVA' }],
  }
  bank.tables.cobs.put(cobKey(customer, txid), cob)
  return cob
}

/** Stores a change as a new revision. The same terms and status again make no revision. */
function revise(bank: Bank, cob: Cob, terms: CobTerms, status: CobStatus): Cob {
  if (status === cob.status && isDeepStrictEqual(terms, termsOf(cob))) return cob
  const revised = { ...cob, status, revisions: [...cob.revisions, { terms, status }] }
  bank.tables.cobs.put(cobKey({ id: cob.customerId }, cob.txid), revised)
  return revised
}

function refuseUnlessActive({ status }: Cob, why: string): void {
  if (status !== 'ATIVA') throw new Problem('CobOperacaoInvalida', why)
}

function checkTxid(txid: string): void {
  if (!/^[a-zA-Z0-9]{26,35}$/.test(txid))
    throw new Problem('CobOperacaoInvalida', 'O txid não respeita o _schema_.', [
      { razao: 'O campo cob.txid não respeita o _schema_.', propriedade: 'cob.txid' },
    ])
}

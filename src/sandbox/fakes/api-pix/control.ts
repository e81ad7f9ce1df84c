import type { BadDays } from './bad-days.ts'
import { cobKey, putCob } from './cobs.ts'
import type { Customer } from './customers.ts'
import { remainingMinor } from './book-devolucao.ts'
import { endDevolucao } from './devolucoes.ts'
import { runDue } from './run-due.ts'
import { takeBack } from './take-back.ts'
import {
  chargeOf,
  payCode,
  receivePix,
  refusalOf,
  type PaymentOrder,
  type PaymentRefusal,
  type PaymentResult,
  type Received,
} from './receive-pix.ts'
import { amountText } from './amount.ts'
import { brCodeOf } from './br-code-of.ts'
import { termsOf } from './cobs.ts'
import type { Cob, CobTerms, Devolucao, LedgerEntry, Notification, Pix } from './records.ts'
import type { Bank } from './deps.ts'
import type { Tokens } from './tokens.ts'
import { putWebhook } from './webhooks.ts'

/** A charge as the payer's bank shows it. */
export interface ShownCharge {
  txid: string
  payee: Pick<Customer, 'name' | 'city' | 'cnpj'>
  terms: CobTerms
  /** Why the charge cannot be paid at the moment; undefined if it can. */
  refusal: PaymentRefusal | undefined
}

/** Plays payers, the network and time towards the bank, for tests, demonstrations and campaigns. */
export interface Control {
  /** A charge by its code, or why there is none. */
  read(code: string): ShownCharge | 'not_a_code' | 'not_found'
  pay(code: string, order?: PaymentOrder): PaymentResult
  /** The code of a charge, for payers who see no page. */
  codeOf(customerId: string, txid: string): string | undefined
  /** Creates a charge as its customer would, with the customer's first key; answers with its code. */
  charge(
    customerId: string,
    asked: { txid: string; amountMinor: number; isAlterable?: boolean },
  ): string
  /** Removes an active charge, as a bank may (`REMOVIDA_PELO_PSP`). */
  remove(customerId: string, txid: string): void
  /** Receives money without a charge; returns its endToEndId. */
  receive(received: Received): string
  /** Ends a refund in process now. */
  endRefund(endToEndId: string, id: string, end: 'DEVOLVIDO' | 'NAO_REALIZADO'): Devolucao
  /** MED: the network takes money back, by default all that is left; undefined when nothing is left. */
  takeBack(
    endToEndId: string,
    what?: { amountMinor?: number; natureza?: 'MED_FRAUDE' | 'MED_OPERACIONAL' },
  ): Devolucao | undefined
  /**
   * Simulates an attack: another customer of the bank registers its webhook at a URL, and pays a charge of its own with a txid
   * that it has seen. The URL gets a genuine webhook about money that is not the receiver's.
   */
  aimForeignWebhook(attack: {
    customerId: string
    webhookUrl: string
    txid: string
    amountMinor: number
  }): PaymentResult
  plan: BadDays['plan']
  revokeTokens(): void
  /** Lets time pass, and does what is due by then. */
  advance(durationMs: number): Promise<void>
  runDue(): Promise<void>
  now(): Date
  /** Money that really moved. */
  ledger(): LedgerEntry[]
  /** Received, and neither given back nor taken back, in centavos. */
  balanceMinor(customerId: string): number
  cob(customerId: string, txid: string): Cob | undefined
  pix(): Pix[]
  remainingMinor(endToEndId: string): number
  notifications(): Notification[]
}

export function createControl(bank: Bank, tokens: Tokens): Control {
  const { tables } = bank
  const customer = (id: string) => {
    const found = bank.customers.find((other) => other.id === id)
    if (found === undefined) throw new RangeError(`the bank has no customer ${id}`)
    return found
  }
  const cobOf = (customerId: string, txid: string) =>
    tables.cobs.get(cobKey({ id: customerId }, txid))
  const pay = (code: string, order?: PaymentOrder) => payCode(bank, code, order)
  const codeOf = (customerId: string, txid: string) => {
    const cob = cobOf(customerId, txid)
    return cob && brCodeOf(cob, customer(customerId))
  }
  const charge: Control['charge'] = (customerId, { txid, amountMinor, isAlterable = false }) => {
    const owner = customer(customerId)
    const valor = { original: amountText(amountMinor), modalidadeAlteracao: isAlterable ? 1 : 0 }
    const cob = putCob(bank, owner, txid, { calendario: {}, valor, chave: owner.keys[0] })
    return brCodeOf(cob, owner)
  }
  const ledger = () => tables.ledger.all()

  return {
    read(code) {
      const cob = chargeOf(bank, code)
      if (typeof cob === 'string') return cob
      const { name, city, cnpj } = customer(cob.customerId)
      const refusal = refusalOf(bank, cob)
      return { txid: cob.txid, payee: { name, city, cnpj }, terms: termsOf(cob), refusal }
    },
    pay,
    codeOf,
    charge,
    remove(customerId, txid) {
      const cob = cobOf(customerId, txid)
      if (cob?.status !== 'ATIVA') throw new RangeError(`no charge ${txid} is active`)
      tables.cobs.put(cobKey({ id: customerId }, txid), { ...cob, status: 'REMOVIDA_PELO_PSP' })
    },
    receive: (received) => receivePix(bank, received),
    endRefund: (endToEndId, id, end) => endDevolucao(bank, endToEndId, id, end === 'NAO_REALIZADO'),
    takeBack: (endToEndId, what) => takeBack(bank, endToEndId, what),
    aimForeignWebhook({ customerId, webhookUrl, txid, amountMinor }) {
      const attacker = customer(customerId)
      putWebhook(bank, attacker, attacker.keys[0] ?? '', { webhookUrl })
      return pay(charge(customerId, { txid, amountMinor }))
    },
    plan: (kind, day, where) => bank.badDays.plan(kind, day, where),
    revokeTokens: () => tokens.revokeAll(),
    async advance(durationMs) {
      const aheadMs = (tables.settings.get('clock')?.aheadMs ?? 0) + durationMs
      tables.settings.put('clock', { aheadMs })
      await runDue(bank)
    },
    runDue: () => runDue(bank),
    now: bank.clock,
    ledger,
    balanceMinor: (customerId) =>
      ledger()
        .filter((entry) => entry.customerId === customerId)
        .reduce(
          (sum, { kind, amountMinor }) => sum + (kind === 'received' ? amountMinor : -amountMinor),
          0,
        ),
    cob: cobOf,
    pix: () => tables.pix.all(),
    remainingMinor(endToEndId) {
      const pix = tables.pix.get(endToEndId)
      return pix === undefined ? 0 : remainingMinor(pix)
    },
    notifications: () => tables.notifications.all(),
  }
}

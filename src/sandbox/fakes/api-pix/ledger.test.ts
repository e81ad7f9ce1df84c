import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargeOf, openTestPixBank, SHOP, txidOf } from '#proof/testing/pix-bank.ts'
import type { Control } from './control.ts'

const number = fc.integer({ min: 1, max: 2 })
const amount = fc.integer({ min: 1, max: 1500 })
const STEPS = ['put', 'remove', 'pay', 'pay late', 'refund', 'refuse', 'MED', 'pass'] as const
const step = fc.record({ do: fc.constantFrom(...STEPS), number, amount })
interface Step {
  do: (typeof STEPS)[number]
  number: number
  /** Centavos, or milliseconds for a step that lets time pass. */
  amount: number
}

/** Makes and pays a charge, so that there is money to refund. */
const PAID: readonly Step[] = [
  { do: 'put', number: 1, amount: 1500 },
  { do: 'pay', number: 1, amount: 1500 },
]

const text = (amountMinor: number) => (amountMinor / 100).toFixed(2)

/** Contradictions between the bank's two books: the entries of its ledger, and its Pix with their refunds. */
function faultsOf(control: Control): string[] {
  const ledger = control.ledger()
  const sumOf = (list: readonly { amountMinor: number }[]) =>
    list.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const faults = control.pix().flatMap(({ endToEndId, amountMinor, devolucoes }) => {
    const own = ledger.filter((entry) => entry.endToEndId === endToEndId)
    const came = own.filter(({ kind }) => kind === 'received')
    const went = own.filter(({ kind }) => kind !== 'received')
    const returned = devolucoes.filter(({ status }) => status === 'DEVOLVIDO')
    const promised = devolucoes.filter(({ status }) => status !== 'NAO_REALIZADO')
    const rules = {
      'came in once, whole': came.length === 1 && sumOf(came) === amountMinor,
      'what went out was returned': sumOf(went) === sumOf(returned),
      'no more is promised than came': sumOf(promised) <= amountMinor,
      'what remains is the rest':
        control.remainingMinor(endToEndId) === amountMinor - sumOf(promised),
      'each refund has its own id':
        new Set(devolucoes.map(({ id }) => id)).size === devolucoes.length,
    }
    return Object.entries(rules).flatMap(([rule, holds]) =>
      holds ? [] : [`${endToEndId}: ${rule}`],
    )
  })
  return control.balanceMinor(SHOP.id) < 0 ? [...faults, 'the balance is negative'] : faults
}

async function take(
  bank: ReturnType<typeof openTestPixBank>,
  taken: Step,
  id: string,
): Promise<void> {
  const { call, control, pass } = bank
  const txid = txidOf(taken.number)
  const code = control.codeOf(SHOP.id, txid) ?? ''
  const pix = control.pix().find((one) => one.txid === txid)
  const pending = pix?.devolucoes.find(({ status }) => status === 'EM_PROCESSAMENTO')
  switch (taken.do) {
    case 'put':
      await call('PUT', `/cob/${txid}`, chargeOf(text(taken.amount)))
      return
    case 'remove':
      await call('PATCH', `/cob/${txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })
      return
    case 'pay':
    case 'pay late':
      control.pay(code, { isTooLate: taken.do === 'pay late' })
      return
    case 'refund':
      if (pix)
        await call('PUT', `/pix/${pix.endToEndId}/devolucao/${id}`, { valor: text(taken.amount) })
      return
    case 'refuse':
      if (pix && pending) control.endRefund(pix.endToEndId, pending.id, 'NAO_REALIZADO')
      return
    case 'MED':
      if (pix) control.takeBack(pix.endToEndId, { amountMinor: taken.amount })
      return
    case 'pass':
      await pass(taken.amount)
  }
}

describe('whatever is asked, in any order', () => {
  it('the ledger balances, and no Pix gives back more than it brought', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const bank = openTestPixBank({ isUnchecked: true })
        for (const [index, taken] of [...PAID, ...steps].entries()) {
          await take(bank, taken, `re${index}`)
          expect(faultsOf(bank.control)).toEqual([])
        }
      }),
      { numRuns: 100 },
    )
  })

  it('the same PUT again changes nothing, and answers the same', async () => {
    await fc.assert(
      fc.asyncProperty(amount, fc.array(step, { maxLength: 10 }), async (minor, before) => {
        const bank = openTestPixBank({ isUnchecked: true })
        for (const [index, taken] of before.entries()) await take(bank, taken, `re${index}`)
        const put = () => bank.call('PUT', `/cob/${txidOf(1)}`, chargeOf(text(minor)))
        const { status, body } = await put()
        expect(await put()).toMatchObject({ status, body })
      }),
      { numRuns: 100 },
    )
  })
})

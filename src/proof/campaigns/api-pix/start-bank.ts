import { badDaysNamed } from '#sandbox/fakes/api-pix/bad-days.ts'
import { testCustomer } from '#sandbox/fakes/api-pix/customers.ts'
import { startPixBank } from '#sandbox/fakes/api-pix/start-pix-bank.ts'
import type { RunningBank } from '../scripted/open-bank.ts'
import { createDice } from '../shared/dice.ts'
import { bankBooks, txidOf } from './bank-books.ts'
import { drawDays } from './days.ts'
import { writeAccounts } from './write-accounts.ts'

/** Bad days on which each call is answered in the end. */
const ANSWERED = ['call: unknown fields', 'call: old token', 'token: short']

/** Starts a fake bank of API Pix in this process, over mutual TLS, for other processes. Its webhooks are not delivered. */
export async function startBankOfPix(seed: number, only: string): Promise<RunningBank> {
  const { id: customerId } = testCustomer()
  const allowed = badDaysNamed(only).filter((day) => ANSWERED.includes(day))
  const bank = await startPixBank({ badDays: drawDays(createDice(seed), allowed) })
  const { control } = bank
  const accounts = await writeAccounts(bank.apiUrl, { takesWebhooks: false })
  return {
    variables: { PROCESSORS: accounts.path },
    books: () => ({ ...bankBooks(control, customerId), lookUps: [] }),
    left: () => ({ undue: 0, unsent: 0, undecided: [] }),
    notifyAt: () => undefined,
    passDays: () => undefined,
    payCodes(paymentIds) {
      for (const paymentId of paymentIds) {
        const code = control.codeOf(customerId, txidOf(paymentId))
        if (code !== undefined) control.pay(code)
      }
    },
    async close() {
      await bank.close()
      await accounts.remove()
    },
  }
}

import { testCustomer } from '#sandbox/fakes/api-pix/customers.ts'
import { startPixBank } from '#sandbox/fakes/api-pix/start-pix-bank.ts'
import type { BadDays } from '#sandbox/fakes/api-pix/bad-days.ts'
import type { RunningBank } from '../scripted/open-bank.ts'
import { createDice } from '../shared/dice.ts'
import { bankBooks, txidOf } from './bank-books.ts'
import { drawDays } from './days.ts'
import { happen } from './happen.ts'
import { routeWebhooks } from './route-webhooks.ts'
import { writeAccounts } from './write-accounts.ts'

/** The step of `passDays`: a slow refund (three days) ends after six steps, the window for refunds (90 days) after 167. */
const PASSING_MS = 13 * 3_600_000
/** More than elsewhere: schedules with real processes are few. */
const DAYS_MAX = 16
const RESOLUTION = 1_000_000
/** The bank does not draw from the dice of its schedule. */
const OWN_DICE = 0xba2c

/** Starts a fake bank of API Pix in this process, over mutual TLS, with bad days and webhooks, for processes that are killed. */
export async function startBadBankOfPix(
  firstSeed: number,
  allowed: readonly string[],
): Promise<RunningBank> {
  const customer = testCustomer()
  const drawOf = (seed: number) => drawDays(createDice(seed ^ OWN_DICE), allowed, DAYS_MAX)
  let days = drawOf(firstSeed)
  // The operator registers the webhook on a good day.
  days.heal()
  const dice = createDice(firstSeed)
  const badDays: BadDays = {
    draw: (kind, place) => days.draw(kind, place),
    plan: (kind, day, where) => days.plan(kind, day, where),
  }
  const random = () => dice.below(RESOLUTION) / RESOLUTION
  const webhooks = routeWebhooks(random)
  const bank = await startPixBank({ badDays, random, deliver: webhooks.deliver })
  const { control } = bank
  const accounts = await writeAccounts(bank.apiUrl, { takesWebhooks: true })
  return {
    variables: { PROCESSORS: accounts.path },
    books: () => ({
      ...bankBooks(control, customer.id),
      lookUps: [],
      refusedWebhooks: webhooks.refused(),
    }),
    left() {
      const open = control
        .pix()
        .filter(({ med, devolucoes }) => med ?? devolucoes.find(({ due }) => due)).length
      const due = control.notifications().filter(({ state }) => state === 'due').length
      return { undue: 0, unsent: open + due, undecided: [] }
    },
    notifyAt: (processes) => webhooks.routeTo(processes),
    passDays: () => control.advance(PASSING_MS),
    payers: {
      begin(seed) {
        days = drawOf(seed)
        webhooks.storm(true)
      },
      heal() {
        days.heal()
        webhooks.storm(false)
      },
      act(paymentId, outcome) {
        if (control.cob(customer.id, txidOf(paymentId)) !== undefined)
          happen({ control, days, customer }, paymentId, outcome)
      },
      paidAgain: [],
      met: () => days.met(),
      accepted: () => webhooks.accepted(),
    },
    async close() {
      await bank.close()
      await accounts.remove()
    },
  }
}

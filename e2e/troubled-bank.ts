import { createBadDays, type BadDays } from '#sandbox/fakes/api-pix/bad-days.ts'
import { testCustomer, type Customer } from '#sandbox/fakes/api-pix/customers.ts'
import { startPixBank, type RunningPixBank } from '#sandbox/fakes/api-pix/start-pix-bank.ts'

/**
 * `refused charges`: the customer's Pix key has gone to another bank. `no token`: no token is valid, and the token
 * endpoint is down. `lost answers`: charges are made, and each connection ends before the response.
 */
type Trouble = 'none' | 'refused charges' | 'no token' | 'lost answers'

/** A bank in this process that has one trouble at a time, set by `setTrouble`. */
export interface TroubledBank extends RunningPixBank {
  customer: Customer
  setTrouble: (trouble: Trouble) => void
}

const KEY_OF_ANOTHER = '00000000-0000-4000-8000-000000000000'
const NEW_CHARGE = 'PUT /cob/:txid'

export async function startTroubledBank(): Promise<TroubledBank> {
  let now: Trouble = 'none'
  const { keys } = testCustomer()
  const customer = Object.defineProperty(testCustomer(), 'keys', {
    get: () => (now === 'refused charges' ? [KEY_OF_ANOTHER] : keys),
  })
  const days = createBadDays()
  const badDays: BadDays = {
    plan: (kind, day, where) => days.plan(kind, day, where),
    draw(kind, place) {
      if (now === 'no token' && kind === 'token') days.plan('token', 'outage')
      if (now === 'lost answers' && place === NEW_CHARGE) days.plan('call', 'lost after', { place })
      return days.draw(kind, place)
    },
  }
  const bank = await startPixBank({ customers: [customer], badDays })
  return {
    ...bank,
    customer,
    setTrouble(trouble) {
      now = trouble
      if (trouble === 'no token') bank.control.revokeTokens()
    },
  }
}

import type { Fetch } from '#contract/fetch.ts'
import type { Card } from '../shared/test-cards.ts'
import type { Given } from '../simulation/open-stage.ts'

/** The fate of the first charge at the processor. */
export interface Outcome {
  name: string
  by: Card | 'pix'
  /** The networks' decision, where the processor's response leaves it open. */
  decision: 'pay' | 'decline' | 'pass_challenge'
  behaviour?: NonNullable<Given['behaviour']>
}

/** The request of a charge, at the simulator or the scripted processor, or at a bank of API Pix. */
const CHARGE = /^POST .*\/payments$|^PUT .*\/cob\/\w+$/

type Charge = (
  fetch: Fetch,
  request: Request,
  late: (() => Promise<unknown>)[],
) => Promise<Response>

export const OUTCOMES: readonly Outcome[] = [
  { name: 'approved', by: 'approved', decision: 'pay' },
  { name: 'declined', by: 'declined', decision: 'decline' },
  { name: 'wants 3-D Secure', by: 'challenged', decision: 'pass_challenge' },
  { name: 'times out, approves', by: 'approved', decision: 'pay', behaviour: once(timeOut) },
  { name: 'times out, declines', by: 'declined', decision: 'decline', behaviour: once(timeOut) },
  { name: '503, not charged', by: 'approved', decision: 'pay', behaviour: once(refuse) },
  { name: '503, charged', by: 'approved', decision: 'pay', behaviour: once(answerBusy) },
  { name: 'reset, charged', by: 'approved', decision: 'pay', behaviour: once(reset) },
  { name: 'asked and answered twice', by: 'approved', decision: 'pay', behaviour: once(twice) },
  { name: 'notifies late', by: 'pix', decision: 'pay' },
]

/** The first charge behaves this way, later ones as usual. */
function once(charge: Charge): NonNullable<Outcome['behaviour']> {
  return (fetch, late) => {
    let isFirst = true
    return (request) => {
      const isCharge = CHARGE.test(`${request.method} ${new URL(request.url).pathname}`)
      if (!isCharge || !isFirst) return fetch(request)
      isFirst = false
      return charge(fetch, request, late)
    }
  }
}

async function timeOut(...[fetch, request, late]: Parameters<Charge>): Promise<Response> {
  late.push(() => Promise.resolve(fetch(request)).catch(() => undefined))
  throw new TypeError('the response does not come')
}

async function refuse(): Promise<Response> {
  return busy()
}

async function answerBusy(...[fetch, request]: Parameters<Charge>): Promise<Response> {
  await fetch(request)
  return busy()
}

async function reset(...[fetch, request]: Parameters<Charge>): Promise<Response> {
  await fetch(request)
  throw new TypeError('the connection was reset')
}

async function twice(...[fetch, request]: Parameters<Charge>): Promise<Response> {
  await fetch(request.clone())
  return fetch(request)
}

function busy(): Response {
  return Response.json({ error: 'busy' }, { status: 503 })
}

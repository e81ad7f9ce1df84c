import { CheckoutClient } from '../checkout-client.ts'
import { isCheckoutError, isConnectionError } from '../errors.ts'
import type { Dispute } from '#contract/dispute.ts'
import type { SimulateSessionInput } from '#contract/sandbox-simulate.ts'
import type { CreateSessionInput, Session } from '#contract/session.ts'
import { type Account, HOW_TO_GET_KEY } from './account.ts'
import { misconfigured } from './failure.ts'
import { PAYER } from './payer.ts'

/** Input of a new session, without the merchant. */
export type Order = Partial<Omit<CreateSessionInput, 'merchantId'>>

/** A session, or its id alone. */
export type SessionId = Pick<Session, 'id'>

/** The sandbox through a merchant's API key. */
export interface Sandbox {
  /** The client of the whole API. */
  client: CheckoutClient
  merchantId: string
  /** Creates a session, by default of R$ 259.90 and with a payer whose Pix and boleto stay unpaid. */
  createSession(order?: Order): Promise<Session>
  /** The session whose page has this last part in its address. */
  sessionAt(reference: string): Promise<Session>
  /** Reads the session's present state. */
  read(session: SessionId): Promise<Session>
  /** Applies an outcome to a session; it is complete on return. */
  simulate(session: SessionId, outcome: Outcome): Promise<Session>
  /** Captures a held card: `amount` in minor units, by default all that is held. */
  capture(session: SessionId, body?: { amount?: number }): Promise<Session>
  /** Releases a held card, which cancels the session. */
  void(session: SessionId, body?: { reason?: string }): Promise<Session>
  /** Disputes a paid session at once, by default all of it, and answers the dispute; `stage: 'inquiry'` takes nothing yet. */
  dispute(session: SessionId, details?: DisputeDetails): Promise<Dispute>
}

/** How a session is disputed. */
type DisputeDetails = Omit<Extract<SimulateSessionInput, { outcome: 'dispute' }>, 'outcome'>

/** An outcome by name, as `'pix_paid'`, or with details: `{ outcome: 'decline', declineCode: 'lost_card' }`. */
export type Outcome = SimulateSessionInput['outcome'] | SimulateSessionInput

const { email, name, taxId } = PAYER
const ORDER: Order = { currency: 'BRL', customer: { email, name, taxId } }
const AMOUNT = 25990
/** A session that a test came to is among the latest. */
const LOOKED_MAX = 1000

/** Connects to the sandbox and reads the key's merchant. Throws an error that names the remedy. */
export async function openSandbox({ apiUrl, apiKey, checkoutUrl }: Account): Promise<Sandbox> {
  const client = new CheckoutClient({ apiKey, environment: 'sandbox', baseUrl: apiUrl })
  const { merchantId } = await client.sandbox.clock.read().catch((cause: unknown) => {
    throw misconfigured(whyClosed(cause, apiUrl))
  })
  return {
    client,
    merchantId,
    async createSession(order = {}) {
      // The API takes the amount from the line items.
      const amount = order.lineItems === undefined ? { amount: AMOUNT } : {}
      const session = await client.sessions.create({ merchantId, ...amount, ...ORDER, ...order })
      if (checkoutUrl !== undefined && new URL(session.url).origin !== new URL(checkoutUrl).origin)
        throw misconfigured(
          `The sessions of API_URL (${apiUrl}) are served at ${new URL(session.url).origin}, and CHECKOUT_URL is ${checkoutUrl}: they are not of one environment.`,
        )
      return session
    },
    async sessionAt(reference) {
      let looked = 0
      for await (const session of client.sessions.list({ limit: 100 })) {
        if (new URL(session.url).pathname.endsWith(`/${reference}`)) return session
        if (++looked === LOOKED_MAX) break
      }
      throw misconfigured(
        `The page ${reference} is of no recent session of the merchant of API_KEY: does your shop use another key?`,
      )
    },
    read: ({ id }) => client.sessions.get(id),
    simulate: ({ id }, outcome) =>
      client.sandbox.simulate(id, typeof outcome === 'string' ? { outcome } : outcome),
    capture: ({ id }, body) => client.sessions.capture(id, body),
    void: ({ id }, body) => client.sessions.void(id, body),
    async dispute({ id }, details) {
      await client.sandbox.simulate(id, { outcome: 'dispute', ...details })
      const { data } = await client.sessions.disputes(id)
      const [dispute] = data
      if (dispute === undefined) throw misconfigured(`The session ${id} has no dispute.`)
      return dispute
    },
  }
}

function whyClosed(cause: unknown, apiUrl: string): string {
  if (isConnectionError(cause))
    return cause.reason === 'unreadable_answer'
      ? `What answers at ${apiUrl} is not the checkout's API: set API_URL to the address of the API, not of the page.`
      : `No sandbox answers at ${apiUrl}: start it (npm start), or set API_URL to the address of its API.`
  if (!isCheckoutError(cause)) return `The sandbox at ${apiUrl} failed: ${String(cause)}`
  const { code, message } = cause
  if (code === 'invalid_api_key')
    return `The sandbox at ${apiUrl} does not know API_KEY: it was revoked, or made for another sandbox. ${HOW_TO_GET_KEY}`
  if (code === 'insufficient_scope')
    return 'API_KEY may not simulate: issue a key without --scopes, or with sandbox:simulate among them.'
  if (code === 'not_found' || code === 'wrong_environment')
    return `The API at ${apiUrl} is no sandbox, and nothing can be simulated there: set API_URL to one.`
  return `The sandbox at ${apiUrl} refuses: ${message}`
}

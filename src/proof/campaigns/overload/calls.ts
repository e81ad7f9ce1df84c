import type { LoadRequest } from '../../bench/connection.ts'
import { newSessionBody } from '../../bench/session-body.ts'
import type { OneProcess } from '../shared/one-process.ts'

/** Kinds of call, the most important first. */
export const KINDS = ['pay', 'show', 'create', 'read'] as const
export type Kind = (typeof KINDS)[number]

/** A request, and a callback for its response. */
export interface Call {
  kind: Kind
  request: LoadRequest
  answered: (status: number | undefined) => void
}

interface OpenSession {
  id: string
  reference: string
}

const SESSIONS_AT_ONCE = 20

export interface Calls {
  of(kind: Kind): Call
  /** Creates sessions until this many can be paid. */
  prepare(payable: number): Promise<void>
}

/** Creates calls of each kind; each payment pays a session that is not paid yet. */
export async function makeCalls({ product, merchant, checkoutKey }: OneProcess): Promise<Calls> {
  const ofMerchant = { 'x-api-key': merchant.apiKey, 'content-type': 'application/json' }
  const ofCheckout = { 'x-api-key': checkoutKey, 'content-type': 'application/json' }
  const order = JSON.stringify(newSessionBody(merchant.id))
  const sessions: OpenSession[] = []
  const shown = await createSession()

  async function createSession(): Promise<OpenSession> {
    const response = await fetch(`${product.apiUrl}/v1/sessions`, {
      method: 'POST',
      headers: ofMerchant,
      body: order,
    })
    if (response.status !== 201) throw new Error(`no session is made: ${await response.text()}`)
    const { id, url } = (await response.json()) as { id: string; url: string }
    return { id, reference: url.slice(url.lastIndexOf('/') + 1) }
  }

  function requestOf(kind: Kind, { id, reference }: OpenSession): LoadRequest {
    const checkout = `/v1/checkout/${reference}`
    switch (kind) {
      case 'pay':
        return {
          method: 'POST',
          path: `${checkout}/payments`,
          headers: ofCheckout,
          body: '{"method":"pix"}',
        }
      case 'show':
        return { method: 'GET', path: checkout, headers: ofCheckout }
      case 'create':
        return { method: 'POST', path: '/v1/sessions', headers: ofMerchant, body: order }
      case 'read':
        return { method: 'GET', path: `/v1/sessions/${id}`, headers: ofMerchant }
    }
  }

  return {
    of(kind) {
      const session = kind === 'pay' ? sessions.pop() : shown
      if (session === undefined) throw new Error('all sessions are paid')
      return {
        kind,
        request: requestOf(kind, session),
        // Unserved clients retry.
        answered: (status) => void (kind === 'pay' && status === 503 && sessions.push(session)),
      }
    },
    async prepare(payable) {
      const makeSome = async () => {
        while (sessions.length < payable) sessions.push(await createSession())
      }
      await Promise.all(Array.from({ length: SESSIONS_AT_ONCE }, makeSome))
    },
  }
}

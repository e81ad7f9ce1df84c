import type { Customer, Scope } from './customers.ts'
import { letters } from './ids.ts'
import type { Bank } from './deps.ts'

const LIFETIME_S = 3600
const SHORT_LIFETIME_S = 5
const TOKEN_LENGTH = 40

interface Token {
  customer: Customer
  scopes: readonly Scope[]
  expiresAtMs: number
}

/** Access tokens (RFC 6749, client credentials), each bound to its client's certificate (RFC 8705). */
export interface Tokens {
  /** Answers a request at the token endpoint. */
  issue(request: Request, certificate: string | undefined, isShort: boolean): Promise<Response>
  /** Finds a token that is valid now and bound to this certificate. */
  find(authorization: string | null, certificate: string | undefined): Token | undefined
  revokeAll(): void
}

/** Tokens live in memory alone: a bank that starts again knows none of them. */
export function createTokens(bank: Bank): Tokens {
  const tokens = new Map<string, Token>()
  return {
    async issue(request, certificate, isShort) {
      const form = new URLSearchParams(await request.text())
      const { id, secret } = credentialsOf(request.headers.get('authorization'), form)
      const customer = bank.customers.find(({ clientId }) => clientId === id)
      if (
        customer === undefined ||
        customer.clientSecret !== secret ||
        customer.certificate !== certificate
      )
        return refusal('invalid_client', 401)
      if (form.get('grant_type') !== 'client_credentials') return refusal('unsupported_grant_type')
      const asked = form.get('scope')?.split(' ').filter(Boolean) ?? customer.scopes
      const scopes = customer.scopes.filter((scope) => asked.includes(scope))
      if (scopes.length < asked.length) return refusal('invalid_scope')

      const lifetimeS = isShort ? SHORT_LIFETIME_S : LIFETIME_S
      const token = letters(bank.random, TOKEN_LENGTH)
      const expiresAtMs = bank.clock().getTime() + lifetimeS * 1000
      tokens.set(token, { customer, scopes, expiresAtMs })
      const body = { access_token: token, token_type: 'Bearer', expires_in: lifetimeS }
      return answer({ ...body, scope: scopes.join(' ') }, 200)
    },
    find(authorization, certificate) {
      const token = tokens.get(/^Bearer (\w+)$/i.exec(authorization ?? '')?.[1] ?? '')
      if (token === undefined || token.customer.certificate !== certificate) return undefined
      return token.expiresAtMs > bank.clock().getTime() ? token : undefined
    },
    revokeAll: () => tokens.clear(),
  }
}

function credentialsOf(authorization: string | null, form: URLSearchParams) {
  const basic = /^Basic ([\w+/=]+)$/i.exec(authorization ?? '')?.[1]
  if (basic === undefined) return { id: form.get('client_id'), secret: form.get('client_secret') }
  const [id = '', ...secret] = Buffer.from(basic, 'base64').toString().split(':')
  return { id: decodeURIComponent(id), secret: decodeURIComponent(secret.join(':')) }
}

function refusal(error: string, status = 400): Response {
  return answer({ error }, status)
}

function answer(body: object, status: number): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}

import { Hono, type Context } from 'hono'
import { liveThrough, unauthorized } from './live-through.ts'
import { OPERATIONS } from './operations.ts'
import { Problem } from './problem.ts'
import { ConnectionLost } from '../shared/connection-lost.ts'
import type { Bank } from './deps.ts'
import type { Tokens } from './tokens.ts'

/** The client's side of the connection. */
export interface Peer {
  /** SHA-256 fingerprint of its certificate. */
  certificate?: string
}

const BODY_CHARACTERS_MAX = 100_000

/** The bank's API: OAuth's token endpoint at `/oauth/token`, API Pix below `/api`. */
export function createApiApp(bank: Bank, tokens: Tokens): Hono<{ Bindings: Peer }> {
  const app = new Hono<{ Bindings: Peer }>()
  app.onError((error) => {
    if (error instanceof Problem) return error.response()
    throw error
  })
  app.notFound(() => new Problem('NaoEncontrado', 'Entidade não encontrada.').response())

  app.post('/oauth/token', async (c) => {
    const day = bank.badDays.draw('token', 'POST /oauth/token')
    if (day === 'outage') return new Response(null, { status: 503 })
    if (day === 'token lost') throw new ConnectionLost()
    return tokens.issue(c.req.raw, c.env.certificate, day === 'short')
  })

  for (const { method, path, scope, answer } of OPERATIONS)
    app.on(method, `/api${path}`, async (c) => {
      const holder = tokens.find(c.req.header('authorization') ?? null, c.env.certificate)
      if (holder === undefined) return unauthorized()
      if (!holder.scopes.includes(scope))
        throw new Problem('AcessoNegado', `O token não tem o escopo ${scope}.`)
      return liveThrough(bank, bank.badDays.draw('call', `${method} ${path}`), async () => {
        try {
          const { status, body } = await answer({
            bank,
            customer: holder.customer,
            param: (name) => c.req.param(name) ?? '',
            query: new URL(c.req.url).searchParams,
            body: method === 'GET' || method === 'DELETE' ? undefined : await readJson(c),
          })
          return body === undefined
            ? new Response(null, { status })
            : Response.json(body, { status })
        } catch (error) {
          // A refusal is an answer like any other, which a bad day may lose.
          if (error instanceof Problem) return error.response()
          throw error
        }
      })
    })
  return app
}

async function readJson(c: Context): Promise<unknown> {
  const text = await c.req.text()
  try {
    if (text.length <= BODY_CHARACTERS_MAX) return JSON.parse(text) as unknown
  } catch {
    // Answered below.
  }
  throw new Problem('RequisicaoInvalida', 'O corpo da requisição não é JSON.')
}

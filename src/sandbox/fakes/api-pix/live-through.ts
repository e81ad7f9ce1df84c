import type { BadDay } from './bad-days.ts'
import { Problem, type ProblemType } from './problem.ts'
import { ConnectionLost } from '../shared/connection-lost.ts'
import type { Bank } from './deps.ts'

const LATE_MS = 4_000
const RETRY_AFTER_S = '3'

/** Handles a call on a bad day, or normally without one: the day decides whether `work` is done, and what is answered. */
export async function liveThrough(
  bank: Pick<Bank, 'wait' | 'hang'>,
  day: BadDay<'call'> | undefined,
  work: () => Promise<Response>,
): Promise<Response> {
  switch (day) {
    case undefined:
      return work()
    case 'late': {
      const response = await work()
      await bank.wait(LATE_MS)
      return response
    }
    case 'lost before':
      throw new ConnectionLost()
    case 'lost after':
      await work()
      throw new ConnectionLost()
    case 'internal error':
      return problem('ErroInternoDoServidor')
    case 'internal error after':
      await work()
      return problem('ErroInternoDoServidor')
    case 'unavailable':
      return problem('ServicoIndisponivel')
    case 'timed out after':
      await work()
      return problem('IndisponibilidadePorTempoEsgotado')
    case 'too many':
      return new Response(null, { status: 429, headers: { 'retry-after': RETRY_AFTER_S } })
    case 'hanging':
      await work()
      return bank.hang()
    case 'gateway page':
      return new Response('<html><h1>502 Bad Gateway</h1></html>', {
        status: 502,
        headers: { 'content-type': 'text/html' },
      })
    case 'malformed':
      return changeText(await work(), (text) => text.slice(0, text.length / 2))
    case 'unknown fields':
      return changeJson(await work(), (body) => ({
        ...body,
        novo: { campo: [1, null] },
        versao: '9',
      }))
    case 'unknown status':
      return changeJson(await work(), (body) =>
        'status' in body ? { ...body, status: 'EM_ANALISE' } : body,
      )
    case 'old token':
      return unauthorized()
  }
}

/** The answer to a token that is missing, expired or revoked, or bound to another certificate (RFC 6750). */
export function unauthorized(): Response {
  const headers = { 'www-authenticate': 'Bearer error="invalid_token"' }
  return new Response(null, { status: 401, headers })
}

function problem(type: ProblemType): Response {
  return new Problem(type, 'Um mau dia, do roteiro.').response()
}

async function changeText(response: Response, change: (text: string) => string): Promise<Response> {
  const text = await response.text()
  if (!response.ok || text === '') return new Response(text === '' ? null : text, response)
  return new Response(change(text), response)
}

function changeJson(response: Response, change: (body: object) => object): Promise<Response> {
  return changeText(response, (text) => JSON.stringify(change(JSON.parse(text) as object)))
}

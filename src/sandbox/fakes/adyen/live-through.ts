import { ConnectionLost } from '../shared/connection-lost.ts'
import type { BadDay } from './bad-days.ts'
import { SECOND_MS, type Adyen } from './deps.ts'
import { alreadyAsked, ServiceError } from './service-error.ts'

const LATE_MS = 4 * SECOND_MS

/** Handles a call on a bad day, or normally without one: the day decides whether `work` is done, and what is answered. */
export async function liveThrough(
  adyen: Pick<Adyen, 'wait' | 'hang'>,
  day: BadDay<'call'> | undefined,
  work: () => Promise<Response>,
): Promise<Response> {
  switch (day) {
    case undefined:
      return work()
    case 'late': {
      const response = await work()
      await adyen.wait(LATE_MS)
      return response
    }
    case 'lost before':
      throw new ConnectionLost()
    case 'lost after':
      await work()
      throw new ConnectionLost()
    case '500 before':
      return errorResponse(internalError())
    case '500 after':
      await work()
      return errorResponse(internalError())
    case '503 and 703':
      return errorResponse(
        new ServiceError(503, '703', 'idempotency data store unavailable', {
          errorType: 'internal',
        }),
      )
    case '704':
      await work()
      return errorResponse(alreadyAsked(true))
    case '401 empty':
      return new Response(null, {
        status: 401,
        headers: { 'content-type': 'text/plain', 'www-authenticate': 'BASIC realm="Adyen"' },
      })
    case '403 of a gateway':
      return Response.json({ error: { code: 403, message: 'Forbidden' } }, { status: 403 })
    case 'HTML 502':
      return new Response('<html><h1>502 Bad Gateway</h1></html>', {
        status: 502,
        headers: { 'content-type': 'text/html' },
      })
    case 'cut JSON':
      return changeText(await work(), (text) => text.slice(0, text.length / 2))
    case 'unknown result':
      return changeJson(await work(), (body) =>
        'resultCode' in body ? { ...body, resultCode: 'Considered' } : { ...body, status: 'seen' },
      )
    case 'unknown fields':
      return changeJson(await work(), (body) => ({ ...body, tomorrow: { field: [1, null] } }))
    case 'hanging':
      await work()
      return adyen.hang()
  }
}

/** An error as Adyen answers it. */
export function errorResponse(error: ServiceError): Response {
  const { isTransient, status } = error
  return Response.json(error.body, {
    status,
    headers: { ...(isTransient !== undefined && { 'transient-error': String(isTransient) }) },
  })
}

function internalError(): ServiceError {
  return new ServiceError(500, '905', 'Payment details are not supported', {
    errorType: 'configuration',
  })
}

async function changeText(response: Response, change: (text: string) => string): Promise<Response> {
  const text = await response.text()
  return new Response(response.ok ? change(text) : text, response)
}

function changeJson(response: Response, change: (body: object) => object): Promise<Response> {
  return changeText(response, (text) => JSON.stringify(change(JSON.parse(text) as object)))
}

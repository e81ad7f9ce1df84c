import type { PageCheckout } from '../contract/page.ts'
import { acceptedEncoding } from './accepted-encoding.ts'
import { compress } from './compress.ts'
import { PLAIN_STYLE_HASH, plainPage } from './plain-page.ts'
import { pageProblem, type Refused } from './problem.ts'
import { createSecurityHeaders, type SecurityHeaders } from './security-headers.ts'

/** The kinds of answer that this backend gives, each with its complete headers. */
export interface Answers {
  checkout(checkout: PageCheckout, requestId: string): Response
  refused(refused: Refused, requestId: string): Response
  /** `retryAfterSeconds` says when to ask again for a page that is no session. */
  document(
    document: { html: string; styleHashes: readonly string[] },
    request: {
      status: number
      requestId: string
      acceptEncoding: string | null
      retryAfterSeconds?: number | undefined
    },
  ): Promise<Response>
  plainPage(status: number, requestId: string, title: string, text: string): Response
  stream(body: ReadableStream<Uint8Array> | null, requestId: string): Response
  file(body: string, contentType: string, requestId: string): Response
  headers: SecurityHeaders
}

const FILE_SECONDS = 24 * 60 * 60

export function createAnswers(checkoutUrl: string, scriptHashes: readonly string[]): Answers {
  const headers = createSecurityHeaders(checkoutUrl, scriptHashes)
  const plainHeaders = createSecurityHeaders(checkoutUrl, []).document([PLAIN_STYLE_HASH])
  const dataHeaders = { ...headers.resource, 'Cache-Control': 'no-store' }

  function json(status: number, body: unknown, requestId: string, retryAfterSeconds?: number) {
    return new Response(JSON.stringify(body), {
      status,
      headers: {
        ...dataHeaders,
        'Content-Type': 'application/json; charset=utf-8',
        'X-Request-Id': requestId,
        ...retryAfter(retryAfterSeconds),
      },
    })
  }

  return {
    headers,
    checkout: (checkout, requestId) => json(200, checkout, requestId),
    refused: (refused, requestId) =>
      json(refused.status, pageProblem(refused, requestId), requestId, refused.retryAfterSeconds),

    async document(
      { html, styleHashes },
      { status, requestId, acceptEncoding, retryAfterSeconds },
    ) {
      const encoding = acceptedEncoding(acceptEncoding)
      return new Response(await compress(html, encoding), {
        status,
        headers: {
          ...headers.document(styleHashes),
          'Content-Type': 'text/html; charset=utf-8',
          Vary: 'Accept-Encoding, Accept-Language',
          'X-Request-Id': requestId,
          ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
          ...retryAfter(retryAfterSeconds),
        },
      })
    },

    plainPage: (status, requestId, title, text) =>
      new Response(plainPage(title, text), {
        status,
        headers: {
          ...plainHeaders,
          'Content-Type': 'text/html; charset=utf-8',
          'X-Request-Id': requestId,
        },
      }),

    stream: (body, requestId) =>
      new Response(body, {
        status: body === null ? 204 : 200,
        headers: {
          ...dataHeaders,
          ...(body !== null && { 'Content-Type': 'text/event-stream; charset=utf-8' }),
          // Proxies that gather an answer before they pass it on would hold events back.
          'X-Accel-Buffering': 'no',
          'X-Request-Id': requestId,
        },
      }),

    file: (body, contentType, requestId) =>
      new Response(body, {
        headers: {
          ...headers.resource,
          'Cache-Control': `public, max-age=${FILE_SECONDS}`,
          'Content-Type': contentType,
          'X-Request-Id': requestId,
        },
      }),
  }
}

function retryAfter(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { 'Retry-After': String(seconds) }
}

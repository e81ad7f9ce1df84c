import type { Image } from '#contract/image.ts'
import type { PageCheckout } from '#contract/page.ts'
import { DATA_POLICY } from '#http/security-headers.ts'
import { acceptedEncoding } from '#http/accepted-encoding.ts'
import type { Asset } from '#http/assets.ts'
import { compress } from '#http/compress.ts'
import { PLAIN_STYLE_HASH, type PlainPage, plainPage } from './plain-page.ts'
import type { HttpRefusal } from '#http/http-refusal.ts'
import { pageProblem } from './problem.ts'
import { createSecurityHeaders, type SecuredSite } from './security-headers.ts'

/** The responses that this backend sends, each with its complete headers. */
export interface Answers {
  checkout(checkout: PageCheckout, requestId: string): Response
  refused(refused: HttpRefusal, requestId: string): Response
  /** Sends `body` as JSON with status 200. */
  data(body: unknown, requestId: string): Response
  /** An HTML document. `retryAfterSeconds` sets `Retry-After`. */
  /** Without a document the headers that are known before it is rendered: not its policy, which has its style's hash. */
  document(
    document: { html: string; styleHashes: readonly string[] } | null,
    request: {
      status: number
      requestId: string
      acceptEncoding: string | null
      retryAfterSeconds?: number | undefined
      /** The `Set-Cookie` header of a page with a form that the browser submits natively. */
      formCookie?: string | undefined
      /** The reference of the session whose card frame the page may show. */
      reference?: string | null
      /** The origins that a challenge in a frame of the page may have. */
      challengeFrameOrigins?: readonly string[] | undefined
    },
  ): Promise<Response>
  /** An empty response with status 204. */
  nothing(requestId: string): Response
  /** Redirects by GET (status 303) to a path or URL of our own. */
  redirect(location: string, requestId: string, cookie?: string): Response
  plainPage(
    status: number,
    requestId: string,
    page: PlainPage,
    retryAfterSeconds?: number,
  ): Response
  /** A page of text that a frame of our own page may show. */
  framedPage(requestId: string, page: PlainPage): Response
  /** Server-sent events. Without a body the status says that there are none (204), unless it is given. */
  stream(body: ReadableStream<Uint8Array> | null, requestId: string, status?: 200 | 204): Response
  /** A file of the build, in the densest encoding that was built and the browser accepts. */
  asset(
    asset: Asset,
    path: string,
    request: { requestId: string; acceptEncoding: string | null },
  ): Response
  /** An image that a merchant chose: shown, never run. */
  image(image: Partial<Image>, requestId: string): Response
  text(text: string, requestId: string): Response
  /** A document that the browser shows itself. The name has no characters to escape. */
  pdf(body: Uint8Array<ArrayBuffer> | null, name: string, requestId: string): Response
}

/** A path with a content hash may be cached for ever. A script that a proxy rewrites fails its integrity check. */
const HASHED_NAME = 'public, max-age=31536000, immutable, no-transform'
const FIXED_NAME = 'public, max-age=86400'

/** Chrome's PDF viewer is a page with inline styles around the file, and this policy applies to it, too. No script may run. */
const PDF_POLICY = `${DATA_POLICY}; object-src 'self'; frame-src 'self'; style-src 'unsafe-inline'`

export function createAnswers(site: SecuredSite): Answers {
  const headers = createSecurityHeaders(site)
  const plainHeaders = headers.plainDocument(PLAIN_STYLE_HASH)
  const framedHeaders = headers.framedDocument(PLAIN_STYLE_HASH)
  const dataHeaders = { ...headers.resource, 'Cache-Control': 'no-store' }

  function json(
    status: number,
    body: unknown,
    requestId: string,
    more: { retryAfterSeconds?: number | undefined } = {},
  ) {
    return new Response(JSON.stringify(body), {
      status,
      headers: {
        ...dataHeaders,
        'Content-Type': 'application/json; charset=utf-8',
        'X-Request-Id': requestId,
        ...retryAfter(more.retryAfterSeconds),
      },
    })
  }

  return {
    checkout: (checkout, requestId) => json(200, checkout, requestId),
    refused: (refused, requestId) =>
      json(refused.status, pageProblem(refused, requestId), requestId, refused),
    data: (body, requestId) => json(200, body, requestId),

    async document(
      document,
      { status, requestId, acceptEncoding, retryAfterSeconds, formCookie, ...page },
    ) {
      const encoding = acceptedEncoding(acceptEncoding)
      const { 'Content-Security-Policy': policy, ...secure } = headers.document(
        document?.styleHashes ?? [],
        {
          sendsForm: formCookie !== undefined,
          ...page,
        },
      )
      return new Response(document && (await compress(document.html, encoding)), {
        status,
        headers: {
          ...secure,
          ...(document !== null && { 'Content-Security-Policy': policy }),
          'Content-Type': 'text/html; charset=utf-8',
          Vary: 'Accept-Encoding, Accept-Language',
          'X-Request-Id': requestId,
          ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
          ...retryAfter(retryAfterSeconds),
          ...(formCookie !== undefined && { 'Set-Cookie': formCookie }),
        },
      })
    },

    nothing: (requestId) =>
      new Response(null, {
        status: 204,
        headers: { ...dataHeaders, 'X-Request-Id': requestId },
      }),

    redirect: (location, requestId, cookie) =>
      new Response(null, {
        status: 303,
        headers: {
          ...dataHeaders,
          Location: location,
          ...(cookie !== undefined && { 'Set-Cookie': cookie }),
          'X-Request-Id': requestId,
        },
      }),

    plainPage: (status, requestId, page, retryAfterSeconds) =>
      new Response(plainPage(page, { hasIcon: true }), {
        status,
        headers: {
          ...plainHeaders,
          'Content-Type': 'text/html; charset=utf-8',
          'X-Request-Id': requestId,
          ...retryAfter(retryAfterSeconds),
        },
      }),

    framedPage: (requestId, page) =>
      new Response(plainPage(page, { hasIcon: true }), {
        headers: {
          ...framedHeaders,
          'Content-Type': 'text/html; charset=utf-8',
          Vary: 'Accept-Language',
          'X-Request-Id': requestId,
        },
      }),

    stream: (body, requestId, status = body === null ? 204 : 200) =>
      new Response(body, {
        status,
        headers: {
          ...dataHeaders,
          ...(status === 200 && { 'Content-Type': 'text/event-stream; charset=utf-8' }),
          // Proxies that buffer a response would delay server-sent events.
          'X-Accel-Buffering': 'no',
          'X-Request-Id': requestId,
        },
      }),

    asset(asset, path, { requestId, acceptEncoding }) {
      const wanted = acceptedEncoding(acceptEncoding)
      const encoding = asset.bodies[wanted] === undefined ? 'identity' : wanted
      return new Response(asset.bodies[encoding] ?? asset.bodies.identity, {
        headers: {
          ...headers.resource,
          'Cache-Control': path.startsWith('/assets/') ? HASHED_NAME : FIXED_NAME,
          'Content-Type': asset.contentType,
          Vary: 'Accept-Encoding',
          'X-Request-Id': requestId,
          ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
        },
      })
    },

    image: ({ contentType, bytes }, requestId) =>
      new Response(bytes, {
        headers: {
          ...headers.resource,
          'Cache-Control': 'private, max-age=3600',
          'Content-Security-Policy': `${DATA_POLICY}; sandbox`,
          ...(contentType && { 'Content-Type': contentType }),
          'X-Request-Id': requestId,
        },
      }),

    pdf: (body, name, requestId) =>
      new Response(body, {
        headers: {
          ...dataHeaders,
          ...(site.framedBySelf === true && { 'X-Frame-Options': 'SAMEORIGIN' }),
          'Content-Security-Policy':
            site.framedBySelf === true
              ? PDF_POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
              : PDF_POLICY,
          'Content-Type': 'application/pdf',
          'Content-Disposition': `inline; filename="${name}"`,
          'X-Request-Id': requestId,
        },
      }),

    text: (text, requestId) =>
      new Response(text, {
        headers: {
          ...headers.resource,
          'Cache-Control': FIXED_NAME,
          'Content-Type': 'text/plain; charset=utf-8',
          'X-Request-Id': requestId,
        },
      }),
  }
}

function retryAfter(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { 'Retry-After': String(seconds) }
}

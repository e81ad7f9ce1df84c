import { createHmac, timingSafeEqual } from 'node:crypto'
import { createRequire } from 'node:module'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { verifyWebhook } from '#client/verify-webhook.ts'

/** What a shop's handler is given. */
export interface ShopParts {
  secret: () => string
  /** Gives the order out, once. */
  take: (event: {
    id: string
    type: string
    data: { session?: { id: string } | undefined }
  }) => void
}

interface ExpressRequest {
  body: Buffer
  headers: IncomingHttpHeaders
  rawBody?: Buffer
}
interface ExpressResponse {
  sendStatus(status: number): void
}
type ExpressMiddleware = (request: IncomingMessage, response: unknown, next: () => void) => void
interface Express {
  (): Listener & {
    set(name: string, value: string): void
    post(
      path: string,
      parser: ExpressMiddleware,
      handler: (request: ExpressRequest, response: ExpressResponse) => void,
    ): void
  }
  raw(options: { type: string }): ExpressMiddleware
  json(options: {
    verify: (request: ExpressRequest, response: unknown, body: Buffer) => void
  }): ExpressMiddleware
}
// The package brings no types.
const express = createRequire(import.meta.url)('express') as Express

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown
type GoodShop = (parts: ShopParts) => Listener

function expressShop(
  parser: ExpressMiddleware,
  rawBody: (request: ExpressRequest) => Buffer,
): GoodShop {
  return ({ secret, take }) => {
    const app = express()
    // Else it logs what it refuses.
    app.set('env', 'test')
    const handle = async (request: ExpressRequest, response: ExpressResponse) => {
      try {
        take(await verifyWebhook(rawBody(request), request.headers, secret()))
      } catch {
        response.sendStatus(400)
        return
      }
      response.sendStatus(204)
    }
    app.post('/hooks', parser, (request, response) => void handle(request, response))
    return app
  }
}

const TOLERANCE_SECONDS = 300

/** The signature checked by hand, as the reference says it. */
function isGenuine(body: Buffer, headers: IncomingHttpHeaders, secret: string): boolean {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  )
  if (Math.abs(Date.now() / 1000 - Number(time)) <= TOLERANCE_SECONDS) {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const right = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest()
    return (signatures ?? '').split(' ').some((one) => {
      const [version, given = ''] = one.split(',')
      const bytes = Buffer.from(given, 'base64')
      return version === 'v1' && bytes.length === right.length && timingSafeEqual(bytes, right)
    })
  }
  return false
}

/** Shops without a fault, as merchants write them. */
export const GOOD_SHOPS = {
  'Express, with the raw body': expressShop(
    express.raw({ type: 'application/json' }),
    ({ body }) => body,
  ),
  'Express, with a JSON parser that keeps the raw body': expressShop(
    express.json({
      verify(request, _, body) {
        request.rawBody = body
      },
    }),
    ({ rawBody = Buffer.alloc(0) }) => rawBody,
  ),
  Hono: ({ secret, take }) => {
    const app = new Hono()
    app.post('/hooks', async (context) => {
      const { req: request } = context
      try {
        take(await verifyWebhook(await request.text(), request.header(), secret()))
      } catch {
        return context.json({ error: 'invalid signature' }, 401)
      }
      return context.body(null, 204)
    })
    return getRequestListener(app.fetch, { overrideGlobalObjects: false })
  },
  'a parser of the content type, as in Fastify': ({ secret, take }) => {
    const parsers = { 'application/json': (body: Buffer) => body }
    return async (request, response) => {
      const parse = parsers['application/json']
      const body = parse(await buffer(request))
      const isRight = isGenuine(body, request.headers, secret())
      if (isRight) take(JSON.parse(body.toString()) as Parameters<ShopParts['take']>[0])
      response.writeHead(isRight ? 200 : 400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ received: isRight }))
    }
  },
  'no framework, with a queue': ({ secret, take }) => {
    return async (request, response) => {
      const body = await buffer(request)
      if (!isGenuine(body, request.headers, secret())) {
        response.writeHead(403).end()
        return
      }
      response.writeHead(202).end()
      setTimeout(() => {
        take(JSON.parse(body.toString()) as Parameters<ShopParts['take']>[0])
      }, QUEUE_MS)
    }
  },
} satisfies Record<string, GoodShop>

const QUEUE_MS = 300

export interface OpenShop extends AsyncDisposable {
  url: string
  /** Value of `--state`. */
  state: string
}

export async function openGoodShop(shop: GoodShop, secret: () => string): Promise<OpenShop> {
  const handled = new Set<string>()
  const given = new Map<string, number>()
  const listener = shop({
    secret,
    take({ id, type, data }) {
      if (handled.has(id)) return
      handled.add(id)
      if (type !== 'session.completed' || data.session === undefined) return
      given.set(data.session.id, (given.get(data.session.id) ?? 0) + 1)
    },
  })
  const server = createServer((request, response) => {
    const [, sessionId] = /^\/given-out\/(\w+)$/.exec(request.url ?? '') ?? []
    if (sessionId === undefined) void listener(request, response)
    else response.end(JSON.stringify({ fulfilled: given.get(sessionId) ?? 0 }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${origin}/hooks`,
    state: `${origin}/given-out/{sessionId}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

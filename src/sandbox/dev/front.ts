import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { keepAlive } from './keep-alive.ts'

/** A port on which a browser finds the product's documents, with modules from Vite. */
export interface Front {
  port: number
  /** The port of the product. */
  to: number
  /** The entry that replaces the document's built script, from the project's root. */
  entry: string
}

/** What Vite serves: its client, modules and sources. */
const OF_VITE = /^\/(@|src\/|node_modules\/)/
/** Tries while the product restarts. */
const TRIES_MAX = 100
const TRY_AGAIN_MS = 100
/** The policy of production allows no module that it does not know. */
const HEADERS_OF_BUILDS = ['content-security-policy', 'content-length', 'etag']

/** Opens ports whose documents keep alive: a changed module is replaced in the browser, without reload. */
export async function openFront(fronts: readonly Front[]): Promise<void> {
  const servers = fronts.map(() => createServer())
  const [first, ...others] = servers
  if (first === undefined) return
  for (const other of others) other.on('upgrade', (...args) => first.emit('upgrade', ...args))
  const vite = await createVite({
    mode: 'sandbox',
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: { server: first } },
    optimizeDeps: { entries: fronts.map(({ entry }) => entry.slice(1)) },
  })
  for (const [index, front] of fronts.entries()) {
    servers[index]?.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (OF_VITE.test(request.url ?? '')) vite.middlewares(request, response)
      else forward(vite, front, request, response, 1)
    })
    servers[index]?.listen(front.port, 'localhost')
  }
}

function forward(
  vite: ViteDevServer,
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
  tried: number,
): void {
  const { method, url: path } = request
  const headers = { ...request.headers, 'accept-encoding': 'identity' }
  const onward = send({ host: 'localhost', port: front.to, method, path, headers }, (answer) => {
    if (isDocument(method, answer)) void respondAlive(vite, front, request, answer, response)
    else {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    }
  })
  onward.on('error', () => {
    if (response.headersSent) response.destroy()
    else if (method === 'GET' && tried < TRIES_MAX && !response.destroyed)
      setTimeout(forward, TRY_AGAIN_MS, vite, front, request, response, tried + 1)
    else response.writeHead(503).end('The server is starting.')
  })
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}

function isDocument(method: string | undefined, { headers }: IncomingMessage): boolean {
  return method === 'GET' && headers['content-type']?.startsWith('text/html') === true
}

async function respondAlive(
  vite: ViteDevServer,
  { entry }: Front,
  request: IncomingMessage,
  answer: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  const built = Buffer.concat(chunks).toString()
  const html = await keepAlive(vite, { built, entry, path: request.url ?? '/' }).catch(
    (error: unknown) => {
      vite.config.logger.error(
        error instanceof Error ? (error.stack ?? error.message) : String(error),
      )
      return built
    },
  )
  const headers = { ...answer.headers }
  if (html !== built) for (const name of HEADERS_OF_BUILDS) delete headers[name]
  response.writeHead(answer.statusCode ?? 502, headers).end(html)
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import type { PageCheckout } from '#contract/page.ts'

/** `/`, `/c/{state}`, `/card/…`, `/words/{locale}` and `/api/checkout/…`. */
const PREVIEWED = /^\/(?:(c|card|words|api\/checkout)\/([^/]+)(?:\/.*)?)?$/
const CARD_FRAME = /^\/card\//

interface Answer {
  type: string
  body: string
}

interface FrameModule {
  previewFrame: (locale: string, checkoutOrigin: string) => Promise<string>
}

interface StatesModule {
  STATE_NAMES: readonly string[]
  pageOfState: (name: string, locale: string) => PageCheckout | null
}

interface SentWordsModule {
  sentWords: (locale: string) => object
}

interface SandboxWordsModule {
  sandboxWords: (locale: string) => object
}

interface PageModule {
  renderPage: (input: object) => { html: string; data: unknown }
}

/**
 * For `npm run preview`: serves every state of the page with hot reload and without a server. `/` lists the states;
 * `?locale=` works as in the product.
 */
export function previewStates({ serverEntry }: { serverEntry: string }): Plugin {
  return {
    name: 'preview-states',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
        if (!PREVIEWED.test(url.pathname)) return next()
        answer({ server, serverEntry }, url).then(
          ({ type, body }) => response.writeHead(200, { 'Content-Type': type }).end(body),
          (error: unknown) => response.writeHead(500).end(String(error)),
        )
      })
    },
  }
}

interface Previewing {
  server: ViteDevServer
  /** The path of the server-side rendering entry, from the project's root. */
  serverEntry: string
}

async function answer(previewing: Previewing, url: URL): Promise<Answer> {
  const { server } = previewing
  const [, kind, state] = PREVIEWED.exec(url.pathname) ?? []
  if (kind === undefined || state === undefined) {
    return { type: 'text/html', body: await listOfStates(server) }
  }
  if (CARD_FRAME.test(url.pathname))
    return {
      type: 'text/html',
      body: await frameOf(server, url, url.pathname.split('/').at(-1) ?? ''),
    }
  if (kind === 'words')
    return { type: 'application/json', body: JSON.stringify(await wordsIn(server, state)) }
  if (url.pathname.endsWith('/events')) return { type: 'text/event-stream', body: '' }
  const checkout = (await statesOf(server)).pageOfState(state, localeOf(url))
  return kind === 'c'
    ? { type: 'text/html', body: await pageOf(previewing, url, state, checkout) }
    : { type: 'application/json', body: JSON.stringify(checkout) }
}

async function listOfStates(server: ViteDevServer): Promise<string> {
  const { STATE_NAMES } = await statesOf(server)
  return `<!doctype html><title>States</title>${STATE_NAMES.map(
    (state) => `<p><a href="/c/${state}">${state}</a></p>`,
  ).join('')}`
}

async function pageOf(
  { server, serverEntry }: Previewing,
  url: URL,
  state: string,
  checkout: PageCheckout | null,
): Promise<string> {
  const { renderPage } = (await server.ssrLoadModule(serverEntry)) as PageModule
  const template = await readFile(join(server.config.root, 'index.html'), 'utf8')
  const { html, data } = renderPage({
    locale: localeOf(url),
    reference: state,
    checkout,
    problem: null,
    search: url.search,
    // The page's own origin, so that one server suffices.
    fieldsUrl: url.origin,
    wordsPath: `/words/${localeOf(url)}`,
    countriesPath: null,
  })
  return (await server.transformIndexHtml(url.pathname, template))
    .replace('<!--page-->', () => html)
    .replace('<!--data-->', () => JSON.stringify(data).replaceAll('<', '\\u003c'))
}

async function frameOf(server: ViteDevServer, url: URL, locale: string): Promise<string> {
  const { previewFrame } = (await server.ssrLoadModule(
    '/src/page/build/card-frame/preview-frame.ts',
  )) as FrameModule
  return previewFrame(locale, url.origin)
}

async function wordsIn(server: ViteDevServer, locale: string): Promise<object> {
  const [{ sentWords }, { sandboxWords }] = (await Promise.all([
    server.ssrLoadModule('/src/words/sent-words.ts'),
    server.ssrLoadModule('/src/words/sandbox-words.ts'),
  ])) as [SentWordsModule, SandboxWordsModule]
  return { words: sentWords(locale), sandbox: sandboxWords(locale) }
}

function localeOf(url: URL): string {
  return url.searchParams.get('locale') ?? 'en'
}

async function statesOf(server: ViteDevServer): Promise<StatesModule> {
  return (await server.ssrLoadModule(
    '/src/sandbox/preview/states/page-of-state.ts',
  )) as StatesModule
}

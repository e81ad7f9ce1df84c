import type { ViteDevServer } from 'vite'
import type { RenderedPage, RenderInput } from '#page/web/entry-server.tsx'
import type { PageData } from '#page/web/page-data.ts'

const BUILT_SCRIPTS = /<script type="importmap">.*?<\/script>\n|<link rel="modulepreload"[^>]*>\n?/g
const BUILT_ENTRY = /<script type="module" src="[^"]*"[^>]*><\/script>/
const BUILT_PAGE =
  /(<div id="root">).*(<\/div>\n<script type="application\/json" id="page-data">)(.*?)(<\/script>)/s
const SERVER_ENTRY = '/src/sandbox/page/entry-server.tsx'
/** The built styles stay until those of the modules are there, so that the page is never bare. */
const BUILT_STYLE = '<style>'
const MARKED_STYLE = '<style id="built-style">'
const REMOVE_STYLE = `<script>addEventListener('load', () => document.getElementById('built-style').remove())</script>`

interface Page {
  built: string
  entry: string
  path: string
}

/** A built document with the entry, styles and markup of the sources. Documents without scripts stay as they are. */
export async function keepAlive(
  vite: ViteDevServer,
  { built, entry, path }: Page,
): Promise<string> {
  if (!BUILT_ENTRY.test(built)) return built
  const html = built
    .replaceAll(BUILT_SCRIPTS, '')
    .replace(BUILT_STYLE, MARKED_STYLE)
    .replace(BUILT_ENTRY, `${REMOVE_STYLE}\n<script type="module" src="${entry}"></script>`)
  return vite.transformIndexHtml(path, await renderAgain(vite, html, path))
}

/** The shopper's page has markup and words in its document. A form without script stays as it was built. */
async function renderAgain(vite: ViteDevServer, html: string, path: string): Promise<string> {
  const [page, start, middle, json, end] = BUILT_PAGE.exec(html) ?? []
  const { search, searchParams } = new URL(path, 'http://localhost')
  if (page === undefined || json === undefined || searchParams.has('pay')) return html
  const before = JSON.parse(json) as PageData
  const { renderPage } = (await vite.ssrLoadModule(SERVER_ENTRY)) as {
    renderPage: (input: RenderInput) => RenderedPage
  }
  const { html: markup, data } = renderPage({
    ...before,
    search,
    fieldsUrl: before.cardFrameUrl === null ? '' : new URL(before.cardFrameUrl).origin,
    looksUpPlaces: before.postalCodesPath !== undefined,
  })
  const inert = JSON.stringify(data).replaceAll('<', '\\u003c')
  return html.replace(page, () => `${start}${markup}${middle}${inert}${end}`)
}

import type { ViteDevServer } from 'vite'
import type { RenderedPage, RenderInput } from '#page/web/entry-server.tsx'
import type { DocumentData } from '#page/web/page-data.ts'

/** Parts of a built document, each by what it begins and ends with. */
const IMPORT_MAP = ['<script type="importmap">', '</script>\n'] as const
const PRELOAD = ['<link rel="modulepreload"', '>'] as const
const BUILT_ENTRY = ['<script type="module" src="', '></script>'] as const
const MARKUP = [
  '<div id="root">',
  '</div>\n<script type="application/json" id="page-data">',
] as const
const SCRIPT_END = '</script>'
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
  const parts = splitAt(without(without(built, IMPORT_MAP), PRELOAD), BUILT_ENTRY)
  if (parts === undefined) return built
  const script = `${REMOVE_STYLE}\n<script type="module" src="${entry}"></script>`
  const html = `${parts.before}${script}${parts.after}`.replace(BUILT_STYLE, MARKED_STYLE)
  return vite.transformIndexHtml(path, await renderAgain(vite, html, path))
}

/** The shopper's page has markup and words in its document. A form without script stays as it was built. */
async function renderAgain(vite: ViteDevServer, html: string, path: string): Promise<string> {
  const page = splitAt(html, MARKUP)
  const { search, searchParams } = new URL(path, 'http://localhost')
  if (page === undefined || searchParams.has('pay')) return html
  const jsonEnd = page.after.indexOf(SCRIPT_END)
  const before = JSON.parse(page.after.slice(0, jsonEnd)) as DocumentData
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
  const [start, middle] = MARKUP
  return page.before + start + markup + middle + inert + page.after.slice(jsonEnd)
}

/** A document before and after a part; undefined where it has no such part. */
function splitAt(
  html: string,
  [start, end]: readonly [string, string],
): { before: string; after: string } | undefined {
  const from = html.indexOf(start)
  const to = html.indexOf(end, from + start.length)
  if (from < 0 || to < 0) return undefined
  return { before: html.slice(0, from), after: html.slice(to + end.length) }
}

function without(html: string, part: readonly [string, string]): string {
  const parts = splitAt(html, part)
  return parts === undefined ? html : without(parts.before + parts.after, part)
}

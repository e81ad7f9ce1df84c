import type { openApiDocument } from '../../../contract/openapi.ts'
import type { RandomBytes } from '../../../domain/id.ts'
import { refuse } from '../handler.ts'
import { API_HEADERS, problemResponse } from '../http/problem-response.ts'
import { newRequestId } from '../../../domain/request-id.ts'
import { type PlacedAsset, readDocsAssets } from './docs-assets.ts'
import { docsFile, sendFile } from './docs-file.ts'
import { docsPage } from './docs-page.ts'

export interface DocsOptions {
  document: ReturnType<typeof openApiDocument>
  random: RandomBytes
}

type Fetch = (request: Request) => Promise<Response>

const PAGE_PATH = '/docs'
const DOCUMENT_PATH = '/v1/openapi.json'

/** New versions of the API come with new processes, and nobody must wait for them longer than this. */
const CACHE_CONTROL = 'public, max-age=300'

/** Swagger UI draws its icons from data URLs, and writes markup in ways that Trusted Types would refuse. */
function pagePolicy(scripts: readonly PlacedAsset[]): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(({ integrity }) => `'${integrity}'`).join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The reference of the API by the paths at which it stands: the OpenAPI document, and a page that shows it. */
export async function createDocs({
  document,
  random,
}: DocsOptions): Promise<Record<string, Fetch>> {
  const { files, assets } = await readDocsAssets()
  const page = docsPage({ title: document.info.title, documentPath: DOCUMENT_PATH, assets })
  const policy = pagePolicy([assets['swagger-ui-bundle.js'], assets['initializer.js']])
  const all = new Map([
    ...files,
    [
      DOCUMENT_PATH,
      docsFile(JSON.stringify(document), {
        ...API_HEADERS,
        'Content-Type': 'application/json',
        'Cache-Control': CACHE_CONTROL,
      }),
    ],
    [
      PAGE_PATH,
      docsFile(String(await page), {
        ...API_HEADERS,
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': CACHE_CONTROL,
        'Content-Security-Policy': policy,
      }),
    ],
  ])

  const fetch: Fetch = async (request) => {
    const requestId = newRequestId(random)
    const file = all.get(new URL(request.url).pathname.replace(/\/$/, ''))
    if (file === undefined)
      return problemResponse(refuse('not_found', 'There is nothing at this address.'), requestId)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return problemResponse(refuse('method_not_allowed', 'Use GET.'), requestId, {
        Allow: 'GET, HEAD',
      })
    return sendFile(request, file, { 'X-Request-Id': requestId })
  }
  return { [PAGE_PATH.slice(1)]: fetch, [DOCUMENT_PATH.slice(1)]: fetch }
}

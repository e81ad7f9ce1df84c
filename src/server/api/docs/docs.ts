import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Fetch } from '#contract/fetch.ts'
import type { openApiDocument } from '#contract/openapi.ts'
import type { RandomBytes } from '#domain/id.ts'
import { refuse } from '../../service/outcome.ts'
import { API_HEADERS } from '#http/security-headers.ts'
import { problemResponse } from '../http/problem-response.ts'
import { newRequestId } from '#domain/request-id.ts'
import {
  docsFile,
  readDocsAssets,
  sendFile,
  type DocsFile,
  type PlacedAsset,
} from './docs-assets.ts'
import { referencePage } from './reference/reference-page.ts'

export interface DocsOptions {
  document: ReturnType<typeof openApiDocument>
  random: RandomBytes
  /** File of the package that merchants install. It is served where it exists. */
  tarball?: string
}

const NOTHING = refuse('not_found', 'There is nothing at this address.')
const ONLY_GET = refuse('method_not_allowed', 'Use GET.')

const PAGE_PATH = '/docs'
const DOCUMENT_PATH = '/v1/openapi.json'

/** Bounds how long a new version of the API stays unseen. */
const CACHE_CONTROL = 'public, max-age=300'

function pagePolicy(script: PlacedAsset): string {
  return [
    "default-src 'none'",
    `script-src '${script.integrity}'`,
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** Serves the API reference by path: the OpenAPI document, an HTML page, and the package that merchants install. */
export async function createDocs({
  document,
  random,
  tarball,
}: DocsOptions): Promise<Record<string, Fetch>> {
  const apiUrl = document.servers[0]?.url
  const { files, assets } = await readDocsAssets()
  const packed = tarball === undefined ? undefined : await readPackage(tarball)
  const packagePath = packed && `${PAGE_PATH}/${packed.name}`
  const documentFile = docsFile(JSON.stringify(document), {
    ...API_HEADERS,
    'Content-Type': 'application/json',
    'Cache-Control': CACHE_CONTROL,
  })
  // Rendered lazily, to keep the start of the service fast.
  let page: Promise<DocsFile> | undefined
  const renderPage = async () =>
    docsFile(await referencePage({ document, documentPath: DOCUMENT_PATH, packagePath, assets }), {
      ...API_HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': CACHE_CONTROL,
      'Content-Security-Policy': pagePolicy(assets['docs.js']),
    })
  const findFile = async (path: string) => {
    if (path === DOCUMENT_PATH) return documentFile
    if (path === packagePath) return packed?.file
    return path === PAGE_PATH ? (page ??= renderPage()) : files.get(path)
  }

  const fetch: Fetch = async (request) => {
    const requestId = newRequestId(random)
    const file = await findFile(new URL(request.url).pathname.replace(/\/$/, ''))
    if (file === undefined) return problemResponse(NOTHING, requestId, {}, apiUrl)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return problemResponse(ONLY_GET, requestId, { Allow: 'GET, HEAD' }, apiUrl)
    return sendFile(request, file, { 'X-Request-Id': requestId })
  }
  return { [PAGE_PATH.slice(1)]: fetch, [DOCUMENT_PATH.slice(1)]: fetch }
}

/** The tarball of the package with its file name, which has the version; undefined before it is packed. */
async function readPackage(tarball: string): Promise<{ name: string; file: DocsFile } | undefined> {
  if (!existsSync(tarball)) return undefined
  const headers = {
    ...API_HEADERS,
    'Content-Type': 'application/gzip',
    'Cache-Control': CACHE_CONTROL,
  }
  const { gzipped: _, ...file } = docsFile(await readFile(tarball), headers)
  return { name: basename(tarball), file }
}

import type { Hono } from 'hono'
import type { Environment } from '#contract/environment.ts'
import { REPORTS_PATH } from '#contract/reports.ts'
import {
  DATA_POLICY,
  permissionsPolicy,
  SECURITY_HEADERS,
  transportSecurity,
} from '#http/security-headers.ts'
import { acceptedEncoding } from '#http/accepted-encoding.ts'
import type { Asset } from '#http/assets.ts'
import { compress } from '#http/compress.ts'
import { hashSources } from '#http/hash-sources.ts'
import type { LoadedSinglePage } from '#http/load-single-page.ts'
import { dashboardDocument } from './document.ts'

/** The addresses of the page's screens; its script decides what they show. */
export const SCREENS = [
  '/',
  '/sign-in',
  '/welcome',
  '/me',
  '/find',
  '/people',
  '/m',
  '/m/new',
  '/m/:merchant',
  '/m/:merchant/integration',
  '/m/:merchant/people',
  '/payments',
  '/refunds',
  '/disputes',
  '/m/:merchant/payments',
  '/m/:merchant/payments/:session',
  '/m/:merchant/refunds',
  '/m/:merchant/disputes',
  '/m/:merchant/disputes/:dispute',
  '/webhooks',
  '/m/:merchant/webhook',
  '/m/:merchant/webhook/:event',
  '/o/:id',
  '/audit',
  '/m/:merchant/audit',
  '/system',
]

const FOREVER = 'public, max-age=31536000, immutable'

export interface PagesOptions {
  page: LoadedSinglePage
  environment: Environment
  adminUrl: string
  newRequestId: () => string
}

export interface Pages {
  /** The answer (404) at an unknown address: the page, whose script says that there is nothing. */
  missing(request: Request): Promise<Response>
}

/** Serves the document of all screens, and the files of its build. These hold no data: the page gets it by calls. */
export function addPages(
  app: Hono,
  { page, environment, adminUrl, newRequestId }: PagesOptions,
): Pages {
  const { record, assets } = page
  const html = dashboardDocument(record, environment)
  const always = {
    ...SECURITY_HEADERS,
    ...transportSecurity(adminUrl),
    'Permissions-Policy': `${permissionsPolicy('()')}, clipboard-write=(self), publickey-credentials-create=(self), publickey-credentials-get=(self)`,
  }
  const documentHeaders = {
    ...always,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policyOf(record),
    'Content-Type': 'text/html; charset=utf-8',
    Vary: 'Accept-Encoding',
  }

  async function document(request: Request, status: number): Promise<Response> {
    const encoding = acceptedEncoding(request.headers.get('accept-encoding'))
    return new Response(await compress(html, encoding), {
      status,
      headers: {
        ...documentHeaders,
        ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
        'X-Request-Id': newRequestId(),
      },
    })
  }

  function file(request: Request, asset: Asset): Response {
    const wanted = acceptedEncoding(request.headers.get('accept-encoding'))
    const encoding = asset.bodies[wanted] === undefined ? 'identity' : wanted
    return new Response(asset.bodies[encoding] ?? asset.bodies.identity, {
      headers: {
        ...always,
        'Cache-Control': FOREVER,
        'Content-Security-Policy': DATA_POLICY,
        'Content-Type': asset.contentType,
        Vary: 'Accept-Encoding',
        'X-Request-Id': newRequestId(),
        ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
      },
    })
  }

  for (const path of SCREENS.flatMap((screen) =>
    screen === '/' ? screen : [screen, `${screen}/`],
  ))
    app.get(path, (context) => document(context.req.raw, 200))
  app.get('/assets/:name', (context) => {
    const asset = assets.get(context.req.path)
    return asset === undefined ? context.notFound() : file(context.req.raw, asset)
  })
  return { missing: (request) => document(request, 404) }
}

/** The Content-Security-Policy: only the build's scripts run and its styles apply; no frames, and no form is sent. */
function policyOf({ importMapHash, scripts, cssHash }: LoadedSinglePage['record']): string {
  return [
    "default-src 'none'",
    `script-src ${hashSources([importMapHash, ...Object.values(scripts)])}`,
    `style-src ${hashSources([cssHash])}`,
    'img-src data:',
    "connect-src 'self'",
    "frame-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `report-uri ${REPORTS_PATH}`,
  ].join('; ')
}

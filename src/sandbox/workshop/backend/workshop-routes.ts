import type { Context, Hono } from 'hono'
import type { WorkshopData } from '#contract/preview.ts'
import { createAnswers } from '#page/bff/answers.ts'
import type { LoadedSinglePage } from '#http/load-single-page.ts'
import type { Site } from '#page/bff/site.ts'
import { workshopDocument } from './workshop-document.ts'

const BASE = '/workshop'

/** Serves the sandbox's pages for merchants. */
export function addWorkshop(
  app: Hono,
  site: Site,
  workshop: LoadedSinglePage,
  links: Pick<WorkshopData, 'apiUrl' | 'adminUrl'>,
): void {
  const { record, assets } = workshop
  const html = workshopDocument(workshop, { ...links, locales: site.locales })
  const answers = createAnswers({
    checkoutUrl: site.ownOrigin,
    fieldsUrl: site.fieldsUrl,
    // They show the preview in a frame.
    framesSelf: true,
    scriptHashes: [record.importMapHash, ...Object.values(record.scripts)],
  })

  app.get('/preview', showPage)
  app.get(`${BASE}/assets/:name`, serveAsset)

  function showPage(context: Context): Promise<Response> {
    return answers.document(
      { html, styleHashes: [record.cssHash] },
      {
        status: 200,
        requestId: site.newRequestId(),
        acceptEncoding: context.req.header('accept-encoding') ?? null,
      },
    )
  }

  function serveAsset(context: Context): Response | Promise<Response> {
    const path = context.req.path.slice(BASE.length)
    const asset = assets.get(path)
    if (asset === undefined) return context.notFound()
    return answers.asset(asset, path, {
      requestId: site.newRequestId(),
      acceptEncoding: context.req.header('accept-encoding') ?? null,
    })
  }
}

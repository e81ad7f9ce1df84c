import type { Context } from 'hono'
import { networkOfClient } from '#http/client.ts'
import { createFindCheckout } from './page-route.ts'
import { slipOf } from '../boleto-pdf/slip.ts'
import { plainPageFor, type Site } from './site.ts'

const RETRY_AFTER_SECONDS = 5

/** `GET /c/{reference}/boleto.pdf`: the boleto that the page shows, as a PDF in the banks' usual layout. */
export function createBoletoRoute(site: Site): (context: Context) => Promise<Response> {
  const find = createFindCheckout(site)

  return async (context) => {
    const requestId = site.newRequestId()
    const refuse = (status: number, name: 'notFound' | 'broken' | 'busy', seconds?: number) =>
      site.answers.plainPage(status, requestId, plainPageFor(site, context, name), seconds)
    const isHead = context.req.method === 'HEAD'
    // HEAD has nothing rendered, so it takes no permit.
    const release = isHead ? () => undefined : site.acquirePage(networkOfClient(context))
    if (release === undefined) return refuse(503, 'busy', RETRY_AFTER_SECONDS)
    try {
      const { checkout, refused } = await find(context, requestId)
      const slip = checkout === null ? undefined : slipOf(checkout)
      if (slip === undefined)
        return refused === null || refused.status === 404
          ? refuse(404, 'notFound')
          : refuse(refused.status, 'broken', refused.retryAfterSeconds)
      const name = `boleto-${slip.id}.pdf`
      if (isHead) return site.answers.pdf(null, name, requestId)
      // Loaded when the first boleto is asked for: most processes never need it.
      const { boletoPdf } = await import('../boleto-pdf/boleto-pdf.ts')
      return site.answers.pdf(await boletoPdf(slip), name, requestId)
    } finally {
      release()
    }
  }
}

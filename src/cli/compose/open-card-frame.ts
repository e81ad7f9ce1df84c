import type { Fetch } from '#contract/fetch.ts'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createCardFrame } from '#page/bff/card-frame/card-frame.ts'
import type { PreviewSeal } from '#page/bff/card-frame/frame-documents.ts'
import { loadCardFrame } from '#page/bff/card-frame/load-card-frame.ts'
import { measureRoutes } from '#server/monitoring/measure-routes.ts'
import type { ServiceMetrics } from '#server/monitoring/metrics.ts'
import type { Config } from '../config.ts'
import { openCheckoutClient } from './checkout-client.ts'
import { configuredFieldsUrl } from './fields-url.ts'
import { buildDirectory, checkBuiltFor } from './page-build.ts'

/** The frame with the card's fields, on its own origin. */
export async function openCardFrame(
  config: Config,
  {
    api,
    log,
    metrics,
    previewSeal,
  }: {
    api: Fetch | undefined
    log: Logger
    metrics: Pick<ServiceMetrics, 'browserReported' | 'pageServed'>
    previewSeal?: PreviewSeal | undefined
  },
): Promise<ReturnType<typeof createCardFrame>> {
  const fieldsUrl = configuredFieldsUrl(config)
  const build = await loadCardFrame(join(buildDirectory(config.environment), 'fields'))
  if (build.kind === 'loaded') checkBuiltFor(config.environment, build.manifest.environment)
  const frame = createCardFrame({
    client: openCheckoutClient(config, api),
    build,
    environment: config.environment,
    checkoutUrl: config.checkoutUrl,
    fieldsUrl,
    log,
    countReport: metrics.browserReported,
    clock: () => new Date(),
    previewSeal,
  })
  const documents = frame.routes.filter(({ method }) => method === 'GET')
  return { ...frame, fetch: measureRoutes(documents, metrics.pageServed, frame.fetch) }
}

import type { Fetch } from '#contract/fetch.ts'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { CountReport } from '#http/reports/report.ts'
import { createCardFrame } from '#page/bff/card-frame/card-frame.ts'
import type { PreviewSeal } from '#page/bff/card-frame/frame-documents.ts'
import { loadCardFrame } from '#page/bff/card-frame/load-card-frame.ts'
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
    countReport,
    previewSeal,
  }: {
    api: Fetch | undefined
    log: Logger
    countReport: CountReport
    previewSeal?: PreviewSeal | undefined
  },
): Promise<ReturnType<typeof createCardFrame>> {
  const fieldsUrl = configuredFieldsUrl(config)
  const build = await loadCardFrame(join(buildDirectory(config.environment), 'fields'))
  if (build.kind === 'loaded') checkBuiltFor(config.environment, build.manifest.environment)
  return createCardFrame({
    client: openCheckoutClient(config, api),
    build,
    environment: config.environment,
    checkoutUrl: config.checkoutUrl,
    fieldsUrl,
    log,
    countReport,
    clock: () => new Date(),
    previewSeal,
  })
}

import type { Logger } from 'pino'
import type { CountReport } from '../../bff/reports/report.ts'
import { type Bff, createBff } from '../../bff/bff.ts'
import { loadBuild } from '../../bff/load-build.ts'
import type { Config } from '../config.ts'
import { type Fetch, openCheckoutClient } from './checkout-client.ts'
import { configuredFieldsUrl } from './fields-url.ts'
import { buildDirectory, checkBuiltFor } from './page-build.ts'

/** The page and its backend. */
export async function openBff(
  config: Config,
  { api, log, countReport }: { api: Fetch | undefined; log: Logger; countReport: CountReport },
): Promise<Bff> {
  const fieldsUrl = configuredFieldsUrl(config)
  const build = await loadBuild(buildDirectory(config.environment))
  if (build.kind === 'loaded') checkBuiltFor(config.environment, build.manifest.environment)
  return createBff({
    client: openCheckoutClient(config, api),
    build,
    environment: config.environment,
    checkoutUrl: config.checkoutUrl,
    fieldsUrl,
    apiUrl: config.apiUrl,
    securityContact: config.securityContact,
    cardDeclinesPerAddress: config.cardDeclinesPerAddress,
    log,
    countReport,
    clock: () => new Date(),
  })
}

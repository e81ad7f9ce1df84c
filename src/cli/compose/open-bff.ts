import { join } from 'node:path'
import type { Logger } from 'pino'
import { createBff } from '../../bff/bff.ts'
import { loadBuild } from '../../bff/load-build.ts'
import { CheckoutClient } from '../../client/index.ts'
import type { Config } from '../config.ts'
import { CommandFailure, EXIT } from '../exit.ts'
import { configuredCheckoutKey } from './checkout-key.ts'

type Fetch = (request: Request) => Response | Promise<Response>

const PROJECT = join(import.meta.dirname, '../../..')

/** The page and its backend. It reaches the API by the public client: in this process, or over the network. */
export async function openBff(
  config: Config,
  { api, log }: { api: Fetch | undefined; log: Logger },
): Promise<{ fetch: Fetch; close(): void }> {
  const build = await loadBuild(join(PROJECT, 'dist', config.environment))
  if (build.kind === 'loaded' && build.manifest.environment !== config.environment)
    throw new CommandFailure(
      `The page in dist/${config.environment} was built for ${build.manifest.environment}. Run: npm run build`,
      EXIT.configuration,
    )
  const client = new CheckoutClient({
    apiKey: configuredCheckoutKey(config),
    environment: config.environment,
    baseUrl: config.apiUrl,
    ...(api && { fetch: async (request: Request) => api(request) }),
  })
  return createBff({
    client,
    build,
    environment: config.environment,
    checkoutUrl: config.checkoutUrl,
    log,
    clock: () => new Date(),
  })
}

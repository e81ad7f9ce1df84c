import type { Fetch } from '#contract/fetch.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { createBff } from '#page/bff/bff.ts'
import { createCardFrame } from '#page/bff/card-frame/card-frame.ts'
import { loadCardFrame } from '#page/bff/card-frame/load-card-frame.ts'
import { loadBuild } from '#page/bff/load-build.ts'
import { createPageClient, type PageClient } from '#page/bff/page-client.ts'
import type { CardSeal } from '#contract/checkout.ts'
import type { Environment } from '#contract/environment.ts'
import { makeApiKey } from '#domain/api-key.ts'
import { buildDirectory } from '../../compose/page-build.ts'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'

const Inventory = z.array(z.object({ path: z.string(), sha384: z.string() }))

export interface MonitoredSite {
  environment: Environment
  checkoutUrl: string
  fieldsUrl: string
  securityContact?: string | undefined
}

/** What this build serves at a site's URLs. */
export interface ExpectedSite {
  page: Fetch
  frame: Fetch
  /** The frame whose script seals cards as the processor's key says. */
  sealingFrame: Fetch
  /** The build's script inventory (PCI DSS 6.4.3): URL or place of each script, and its hash. */
  inventory: z.infer<typeof Inventory>
}

/** Placeholder for the processor's key, which only the API has. */
const KEY = { kid: 'none', kty: 'RSA', n: 'AA', e: 'AQAB' } as const

const SEALING_KEY = {
  ...KEY,
  sealing: { scheme: 'adyen-jwe', alg: 'RSA-OAEP-256', enc: 'A256GCM', header: { version: '1' } },
} as const

/** Placeholder for the session data to which the frame seals a card. */
const SEAL: Omit<CardSeal, 'encryptionKey'> = {
  envelopeKey: { kid: 'none', kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' },
  sessionId: 'cs_0000000000000000000000',
  merchantId: '00000000-0000-4000-8000-000000000000',
  currency: 'BRL',
  plans: [{ installments: 1, amount: 1 }],
}

/** Serves this copy's build of page and card frame, without an API. */
export async function openExpectedSite(site: MonitoredSite): Promise<ExpectedSite> {
  const { environment, checkoutUrl, fieldsUrl } = site
  const directory = buildDirectory(environment)
  const build = await loadBuild(directory)
  const frame = await loadCardFrame(join(directory, 'fields'))
  if (build.kind === 'missing' || frame.kind === 'missing')
    throw new CommandFailure(
      `There is no build in dist/${environment} to compare with. Run: npm run build`,
      EXIT.configuration,
    )
  const inventory = await readFile(join(directory, 'script-inventory.json'), 'utf8')
  const { checkout } = clientOfNobody(environment)
  const silent = () => undefined
  const common = {
    environment,
    checkoutUrl,
    fieldsUrl,
    log: { info: silent, warn: silent, error: silent },
    countReport: silent,
    clock: () => new Date(),
  }
  const frameWith = (encryptionKey: CardSeal['encryptionKey']) =>
    createCardFrame({
      ...common,
      build: frame,
      client: {
        checkout: {
          ...checkout,
          cardEncryptionKey: async () => encryptionKey,
          cardSeal: async () => ({ ...SEAL, encryptionKey }),
        },
      },
    }).fetch
  return {
    page: createBff({
      ...common,
      build,
      client: { checkout },
      securityContact: site.securityContact,
    }).fetch,
    frame: frameWith(KEY),
    sealingFrame: frameWith(SEALING_KEY),
    inventory: Inventory.parse(JSON.parse(inventory)),
  }
}

/** A client that cannot reach an API: no compared page calls it. */
function clientOfNobody(environment: Environment): PageClient {
  const apiKey = makeApiKey(environment, (length) => new Uint8Array(length))
  const fetch = async () => Promise.reject(new TypeError('there is no API'))
  // Production has no default address; none is called.
  return createPageClient({ apiKey, environment, fetch, baseUrl: 'https://api.invalid' })
}

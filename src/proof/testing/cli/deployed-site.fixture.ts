import { pino } from 'pino'
import type { CardEncryptionKey } from '#contract/checkout.ts'
import { makeApiKey } from '#domain/api-key.ts'
import { cardEncryptionKey, cardSeal, openCheckout } from '#contract/openapi/example-values.ts'
import { openBff } from '#cli/compose/open-bff.ts'
import { openCardFrame } from '#cli/compose/open-card-frame.ts'
import { readConfig } from '#cli/config.ts'
import { createMetrics } from '#server/monitoring/metrics.ts'

export type Answer = (request: Request) => Promise<Response>

/** The page and the card frame at these URLs, composed as `checkout serve` does. */
export async function openDeployedSite(
  checkoutUrl: string,
  fieldsUrl: string,
  sealing?: CardEncryptionKey['sealing'],
): Promise<Answer> {
  const read = readConfig({
    CHECKOUT_URL: checkoutUrl,
    FIELDS_URL: fieldsUrl,
    CHECKOUT_API_KEY: makeApiKey('sandbox', (length) => new Uint8Array(length)),
  })
  if (!read.ok) throw new Error(read.problems.join())
  const parts = {
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    api: async ({ url }: Request) => Response.json(answerTo(url, sealing)),
  }
  const page = await openBff(read.config, parts)
  const frame = await openCardFrame(read.config, parts)
  return async (request) =>
    request.url.startsWith(fieldsUrl) ? frame.fetch(request) : page.fetch(request)
}

function answerTo(url: string, sealing: CardEncryptionKey['sealing']): unknown {
  const key = { ...cardEncryptionKey, sealing }
  if (url.endsWith('/card-encryption-key')) return key
  return url.endsWith('/card-seal') ? { ...cardSeal, encryptionKey: key } : openCheckout
}

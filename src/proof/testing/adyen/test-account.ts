import type { ProcessorContext } from '#server/processors/load-processor.ts'
import { selfSignedCertificate } from '../self-signed-certificate.ts'

export const NOW = new Date('2026-11-20T12:00:00.000Z')

/** One certificate for all tests, since making its key takes a while. */
export const CARD_CERTIFICATE = selfSignedCertificate('cards', { rsaBits: 2048 })

export const SETTINGS = {
  merchantAccount: 'NorteBR',
  apiKey: 'api-key-canary',
  hmacKeys: ['ab'.repeat(32)],
  certificate: CARD_CERTIFICATE.cert,
}

export function contextOf(changes: Partial<ProcessorContext> = {}): ProcessorContext {
  return {
    environment: 'sandbox',
    timeoutMs: 10_000,
    clock: () => NOW,
    notificationUrl: 'https://shop.example/processor/notifications/adyen-br',
    variables: {},
    account: 'adyen-br',
    settings: SETTINGS,
    random: (length) => new Uint8Array(length).fill(7),
    ...changes,
  }
}

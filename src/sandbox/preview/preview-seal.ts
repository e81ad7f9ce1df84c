import { generateKeyPairSync } from 'node:crypto'
import { LIMITS } from '#contract/limits.ts'
import type { PreviewSeal } from '#page/bff/card-frame/frame-documents.ts'
import { readPreviewReference } from './preview-reference.ts'

/** Creates the seal of the preview's card frame: for no session, to a key whose private half is discarded. */
export function createPreviewSeal(): PreviewSeal {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const seal: ReturnType<PreviewSeal> = {
    envelopeKey: { kid: 'preview', kty: 'EC', crv: 'P-256', x, y },
    sessionId: 'preview',
    merchantId: 'preview',
    currency: 'BRL',
    plans: Array.from({ length: LIMITS.installmentsMax }, (_, index) => ({
      installments: index + 1,
      amount: 1,
    })),
  }
  return (reference) => (readPreviewReference(reference) === undefined ? undefined : seal)
}

import type { FrameData } from '../../card-frame/frame-data.ts'
import { DATA_PLACEHOLDER, frameDocument } from '../../card-frame/frame-document.ts'
import { languageOf } from '#words/languages.ts'
import { bundleFrame } from './bundle-frame.ts'
import { frameTexts } from './frame-texts.ts'

/** The card frame built from the current sources, with a key whose private half is discarded. */
export async function previewFrame(locale: string, checkoutOrigin: string): Promise<string> {
  const data: FrameData = {
    checkoutOrigin,
    key: await newKey(),
    now: new Date().toISOString(),
    session: await newSession(),
  }
  const html = frameDocument(frameTexts(languageOf(locale)), await bundleFrame('sandbox'))
  return html.replace(DATA_PLACEHOLDER, () => JSON.stringify(data))
}

async function newKey(): Promise<FrameData['key']> {
  const { subtle } = crypto
  const algorithm = {
    name: 'RSA-OAEP',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
  }
  const { publicKey } = await subtle.generateKey(algorithm, true, ['wrapKey', 'unwrapKey'])
  const { n = '', e = '' } = await subtle.exportKey('jwk', publicKey)
  return { kid: 'preview', kty: 'RSA', n, e }
}

/** The data of a session that does not exist, with an envelope key whose private half is discarded. */
async function newSession(): Promise<NonNullable<FrameData['session']>> {
  const { subtle } = crypto
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
  const { publicKey } = await subtle.generateKey(algorithm, true, ['deriveBits'])
  const { x = '', y = '' } = await subtle.exportKey('jwk', publicKey)
  return {
    envelopeKey: { kid: 'preview', kty: 'EC', crv: 'P-256', x, y },
    sessionId: 'preview',
    merchantId: 'preview',
    currency: 'BRL',
    plans: [{ installments: 1, amount: 1 }],
  }
}

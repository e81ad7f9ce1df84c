import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { compactDecrypt, exportJWK, generateKeyPair, importJWK } from 'jose'
import { CardEnvelope, type CardEncryptionKey, type CardSeal } from '#contract/checkout.ts'
import { cardSeal as exampleSeal } from '#contract/openapi/example-values.ts'
import { createCardFrame } from '#page/bff/card-frame/card-frame.ts'
import { loadCardFrame } from '#page/bff/card-frame/load-card-frame.ts'

/** A session with two plans. */
export const SEALED_FOR = {
  sessionId: exampleSeal.sessionId,
  merchantId: exampleSeal.merchantId,
  currency: 'BRL',
  plans: [
    { installments: 1, amount: 25_990 },
    { installments: 3, amount: 27_000 },
  ],
}
const REFERENCE = '5hJq2LwXz8RtVn0KbYc7MdF3GsPa9Te1U'
const BUILT = join(import.meta.dirname, '../dist/sandbox/fields')

/** The built card frame in an empty host page, and the key that decrypts its cards. */
export interface CardFrameHost {
  /** The host page; the query sets the frame's `locale` and the fragment of its address. */
  pageUrl(locale?: string, look?: string): string
  /** The same page on another origin. */
  strangerUrl: string
  fieldsUrl: string
  /** The requested paths on the frame's origin. */
  asked: string[]
  /** What the key of the frames says from now on of how a card is sealed. */
  sealing: CardEncryptionKey['sealing']
  /** Opens the envelope, and the card in it as its processor does. */
  open(encrypted: string): Promise<{ header: object; card: unknown; envelope: CardEnvelope }>
  close(): Promise<void>
}

type Fetch = (request: Request) => Response | Promise<Response>

export async function openCardFrameHost(): Promise<CardFrameHost> {
  const { publicKey, privateKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true })
  const { n = '', e = '' } = await exportJWK(publicKey)
  const privateJwk = await exportJWK(privateKey)
  const key = { kid: 'test-1', kty: 'RSA', n, e } as const
  const ours = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
  const { x = '', y = '' } = await exportJWK(ours.publicKey)
  const envelopeKey = { kid: 'ours-1', kty: 'EC', crv: 'P-256', x, y } as const
  const encryptionKey = () => ({ ...key, sealing: host.sealing })
  const cardSeal = async (): Promise<CardSeal> => ({
    ...SEALED_FOR,
    encryptionKey: encryptionKey(),
    envelopeKey,
  })
  const build = await loadCardFrame(BUILT)

  let frame: Fetch = () => new Response(null, { status: 503 })
  const asked: string[] = []
  const fields = await listen((request) => {
    asked.push(new URL(request.url).pathname)
    return frame(request)
  })
  const checkout = await listen((request) => hostPage(request, fields.origin))
  const stranger = await listen((request) => hostPage(request, fields.origin))
  frame = createCardFrame({
    client: { checkout: { cardEncryptionKey: async () => encryptionKey(), cardSeal } },
    build,
    environment: 'sandbox',
    checkoutUrl: checkout.origin,
    fieldsUrl: fields.origin,
    log: console,
    clock: () => new Date('2026-11-20T12:00:00Z'),
  }).fetch

  const host: CardFrameHost = {
    sealing: undefined,
    pageUrl: (locale = 'en', look = '') =>
      `${checkout.origin}/?${new URLSearchParams({ locale, look })}`,
    strangerUrl: `${stranger.origin}/?locale=en`,
    fieldsUrl: fields.origin,
    asked,
    async open(encrypted) {
      const opened = await compactDecrypt(encrypted, ours.privateKey)
      const envelope = CardEnvelope.parse(jsonOf(opened.plaintext))
      const { plaintext, protectedHeader } = await compactDecrypt(envelope.encrypted, ({ alg }) =>
        importJWK(privateJwk, alg),
      )
      return { header: protectedHeader, card: jsonOf(plaintext), envelope }
    },
    async close() {
      await Promise.all([fields, checkout, stranger].map(({ close }) => close()))
    },
  }
  return host
}

function jsonOf(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes))
}

/** A page that records the frame's messages in `window.messages`, and has the frame's port in `window.port`. */
function hostPage(request: Request, fieldsUrl: string): Response {
  const { searchParams } = new URL(request.url)
  const look = searchParams.get('look') ?? ''
  const source = `${fieldsUrl}/card/${REFERENCE}/${searchParams.get('locale') ?? ''}#${look}`
  const html = `<!doctype html>
<meta name="color-scheme" content="light dark">
<title>Host</title>
<style>
body { margin: 12px; background: light-dark(#fff, #14171d) }
iframe { display: block; width: 100%; border: 0 }
</style>
<button>Before</button>
<iframe src="${source.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" title="Card"></iframe>
<button>After</button>
<script>
window.messages = []
addEventListener('message', ({ data, origin, ports: [port] }) => {
  messages.push(data)
  window.readyOrigin = origin
  window.port = port
  port.onmessage = ({ data }) => {
    messages.push(data)
    if (data.type === 'height') document.querySelector('iframe').style.height = data.px + 'px'
  }
})
</script>`
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
  })
}

async function listen(fetch: Fetch) {
  const answer = getRequestListener(fetch)
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

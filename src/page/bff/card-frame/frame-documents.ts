import type { FrameData } from '../../card-frame/frame-data.ts'
import type { Encoding } from '../accepted-encoding.ts'
import { compress } from '../compress.ts'
import { inlineJson } from '../document.ts'
import type { CardFrameOptions } from './card-frame.ts'
import type { LoadedCardFrame } from './load-card-frame.ts'

type Body = string | Uint8Array<ArrayBuffer>

/** How long the key and the time in a document stay fresh, and compressed documents are cached. */
const FRESH_MS = 60_000

interface Edition {
  madeMs: number
  data: Promise<FrameData>
  bodies: Map<string, Promise<Body>>
}

/** The frame's documents with the server's data. `read` rejects while the processor's key is unknown. */
export function createFrameDocuments(
  { client, checkoutUrl, clock }: Pick<CardFrameOptions, 'client' | 'checkoutUrl' | 'clock'>,
  { manifest, documents }: LoadedCardFrame,
): { read(locale: string, encoding: Encoding): Promise<Body> } {
  const [fallback = ''] = manifest.locales
  const checkoutOrigin = new URL(checkoutUrl).origin
  let current: Edition | undefined

  function edition(): Edition {
    const now = clock()
    if (current !== undefined && now.getTime() - current.madeMs < FRESH_MS) return current
    const made: Edition = {
      madeMs: now.getTime(),
      data: readKey(now),
      bodies: new Map(),
    }
    current = made
    made.data.catch(() => {
      if (current === made) current = undefined
    })
    return made
  }

  async function readKey(now: Date): Promise<FrameData> {
    const { kid, kty, n, e } = await client.checkout.cardEncryptionKey()
    return { checkoutOrigin, key: { kid, kty, n, e }, now: now.toISOString() }
  }

  async function write(
    data: Promise<FrameData>,
    locale: string,
    encoding: Encoding,
  ): Promise<Body> {
    const written = inlineJson(await data)
    const html = documents.get(locale) ?? ''
    return compress(
      html.replace(manifest.dataPlaceholder, () => written),
      encoding,
    )
  }

  return {
    read(wanted, encoding) {
      const locale = documents.has(wanted) ? wanted : fallback
      const { data, bodies } = edition()
      const name = `${encoding} ${locale}`
      const body = bodies.get(name) ?? write(data, locale, encoding)
      bodies.set(name, body)
      return body
    },
  }
}

import type { PageClient } from '../page-client.ts'
import type { CardSeal } from '#contract/checkout.ts'
import type { FrameData } from '../../card-frame/frame-data.ts'
import type { Encoding } from '#http/accepted-encoding.ts'
import { compress } from '#http/compress.ts'
import { inlineJson } from '../document.ts'
import type { LoadedCardFrame } from './load-card-frame.ts'

interface Written {
  body: string | Uint8Array<ArrayBuffer>
  /** Its script seals cards as the processor's key says. */
  isSealing: boolean
}

/** How long the document without a session is reused, with its key and its time, and its compressed forms are cached. */
const FRESH_MS = 60_000
/** Short, because the shopper sees empty fields until the response. */
const READ_TIMEOUT_MS = 4000

interface Edition {
  madeMs: number
  data: Promise<FrameData>
  bodies: Map<string, Promise<Written>>
}

export interface FrameDocumentsOptions {
  client: { checkout: Pick<PageClient['checkout'], 'cardEncryptionKey' | 'cardSeal'> }
  /** The page's origin, the only one that may frame the card frame. */
  checkoutUrl: string
  clock: () => Date
  /**
   * Returns what to seal for, by a reference of the sandbox's preview, which has no sessions; undefined for any other
   * reference.
   */
  previewSeal?: PreviewSeal | undefined
}

export type PreviewSeal = (reference: string) => Omit<CardSeal, 'encryptionKey'> | undefined

export interface FrameDocuments {
  /** The document without a session, which seals nothing. Rejects while the processor's key is unknown. */
  read(locale: string, encoding: Encoding): Promise<Written>
  /** The document of one session, never cached. Rejects with the error of the API. */
  readFor(reference: string, locale: string, encoding: Encoding): Promise<Written>
}

/** The frame's documents with the server's data. */
export function createFrameDocuments(
  { client, checkoutUrl, clock, previewSeal }: FrameDocumentsOptions,
  { manifest, documents, sealing }: LoadedCardFrame,
): FrameDocuments {
  const [fallback = ''] = manifest.locales
  const checkoutOrigin = new URL(checkoutUrl).origin
  const localeOf = (wanted: string) => (documents.has(wanted) ? wanted : fallback)
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
    const key = publicMembers(await client.checkout.cardEncryptionKey())
    return { checkoutOrigin, key, now: now.toISOString() }
  }

  async function readSeal(reference: string): Promise<FrameData> {
    // The browser counts from its request, so a server time read after the API's response would be ahead of it.
    const now = clock().toISOString()
    const { encryptionKey, ...session } = await sealOf(reference)
    return { checkoutOrigin, key: publicMembers(encryptionKey), now, session }
  }

  async function sealOf(reference: string): Promise<CardSeal> {
    const preview = previewSeal?.(reference)
    if (preview !== undefined)
      return { ...preview, encryptionKey: await client.checkout.cardEncryptionKey() }
    return client.checkout.cardSeal(reference, { timeoutMs: READ_TIMEOUT_MS })
  }

  async function write(data: FrameData, locale: string, encoding: Encoding): Promise<Written> {
    const written = inlineJson(data)
    const isSealing = data.key.sealing !== undefined
    const html = (isSealing ? sealing : documents).get(locale) ?? ''
    const body = await compress(
      html.replace(manifest.dataPlaceholder, () => written),
      encoding,
    )
    return { body, isSealing }
  }

  return {
    read(wanted, encoding) {
      const locale = localeOf(wanted)
      const { data, bodies } = edition()
      const name = `${encoding} ${locale}`
      const body = bodies.get(name) ?? data.then((known) => write(known, locale, encoding))
      bodies.set(name, body)
      return body
    },
    readFor: async (reference, locale, encoding) =>
      write(await readSeal(reference), localeOf(locale), encoding),
  }
}

/** Picks the public members of the key: a processor's module may return more. */
function publicMembers({ kid, kty, n, e, sealing }: CardSeal['encryptionKey']): FrameData['key'] {
  if (sealing === undefined) return { kid, kty, n, e }
  const { scheme, alg, enc, header } = sealing
  const { version, kid: named } = header
  return { kid, kty, n, e, sealing: { scheme, alg, enc, header: { version, kid: named } } }
}

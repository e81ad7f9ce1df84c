import { calculateJwkThumbprint } from 'jose'
import { z } from 'zod'
import { CardEncryptionKey, CardSeal } from '#contract/checkout.ts'

const DATA = /(?<=id="frame-data">)[^<]*/
const NotEmpty = z.string().min(1)
const Sealing = CardEncryptionKey.shape.sealing.unwrap()
const FrameData = z.strictObject({
  checkoutOrigin: z.string(),
  key: z.strictObject({
    kid: z.string(),
    kty: z.literal('RSA'),
    n: NotEmpty,
    e: NotEmpty,
    sealing: z
      .strictObject({ ...Sealing.shape, header: z.strictObject(Sealing.shape.header.shape) })
      .optional(),
  }),
  now: z.string(),
  session: CardSeal.omit({ encryptionKey: true }).optional(),
})

export interface ReadFrame {
  /** The document without the values. */
  rest: string
  checkoutOrigin: string | null
  /** Thumbprint (RFC 7638) of the card encryption key. */
  keyThumbprint: string | null
  /** Whether the document belongs to one session, and seals cards for it. */
  isBound: boolean
  /** Whether its key says how cards are sealed. */
  isSealing: boolean
}

/** Reads the values that the server writes into the frame's document, except the session data to which it seals a card. */
export async function readFrameData(html: string): Promise<ReadFrame> {
  const rest = html.replace(DATA, '')
  const data = FrameData.safeParse(parse(DATA.exec(html)?.[0] ?? ''))
  if (!data.success)
    return { rest, checkoutOrigin: null, keyThumbprint: null, isBound: false, isSealing: false }
  const { kty, n, e, sealing } = data.data.key
  return {
    rest,
    checkoutOrigin: data.data.checkoutOrigin,
    keyThumbprint: await calculateJwkThumbprint({ kty, n, e }),
    isBound: data.data.session !== undefined,
    isSealing: sealing !== undefined,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

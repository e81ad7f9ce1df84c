import { calculateJwkThumbprint } from 'jose'
import { z } from 'zod'

const DATA = /(<script type="application\/json" id="frame-data">)([^<]*)(<\/script>)/
const NotEmpty = z.string().min(1)
const FrameData = z.strictObject({
  checkoutOrigin: z.string(),
  key: z.strictObject({ kid: z.string(), kty: z.literal('RSA'), n: NotEmpty, e: NotEmpty }),
  now: z.string(),
})

/** Values that the server writes into the frame's document: the page's origin, and the card encryption key. */
export async function readFrameData(html: string): Promise<{
  rest: string
  checkoutOrigin: string | null
  /** Thumbprint (RFC 7638) of the card encryption key. */
  keyThumbprint: string | null
}> {
  const rest = html.replace(DATA, '$1$3')
  const data = FrameData.safeParse(parse(DATA.exec(html)?.[2] ?? ''))
  if (!data.success) return { rest, checkoutOrigin: null, keyThumbprint: null }
  const { kty, n, e } = data.data.key
  return {
    rest,
    checkoutOrigin: data.data.checkoutOrigin,
    keyThumbprint: await calculateJwkThumbprint({ kty, n, e }),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import { createHash, type X509Certificate } from 'node:crypto'
import { z } from 'zod'
import type { CardEncryptionKey } from '#contract/checkout.ts'
import type { Transport } from '../http/http.ts'
import { parseJson } from '../parse-json.ts'
import { ProcessorSilent } from '../processor.ts'
import { readCertificate } from './certificate.ts'
import type { Account, Sealing } from './settings.ts'

type KeyAccount = Pick<Account, 'certificate' | 'clientKey' | 'sealing' | 'shopper'>

/** The key of the certificate, or the one to which the client key leads. Throws `ProcessorSilent` without an answer. */
export async function cardKeyOf(
  account: KeyAccount,
  { transport, timeoutMs }: { transport: Transport; timeoutMs: number },
): Promise<CardEncryptionKey> {
  const { from, alg, enc, kid: kind } = account.sealing
  const certificate = readCertificate(account.certificate ?? '')
  const isByCertificate = from === 'certificate' && certificate !== undefined
  const { n, e } = isByCertificate
    ? keyOf(certificate)
    : await fetchKey(account, { transport, timeoutMs })
  const kid = isByCertificate ? thumbprint(certificate, kind) : undefined
  const header = { version: '1', ...(kid !== undefined && { kid }) } as const
  return {
    kid: createHash('sha256').update(n).digest('base64url'),
    kty: 'RSA',
    n,
    e,
    sealing: { scheme: 'adyen-jwe', alg, enc, header },
  }
}

function keyOf({ publicKey }: X509Certificate): { n: string; e: string } {
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  return { n, e }
}

function thumbprint({ raw }: X509Certificate, kind: Sealing['kid']): string | undefined {
  if (kind === 'none') return undefined
  const hash = createHash(kind.startsWith('sha1') ? 'sha1' : 'sha256').update(raw)
  return hash.digest(kind.endsWith('hex') ? 'hex' : 'base64url')
}

const ROUTE = '/checkoutshopper/v1/clientKeys/{clientKey}'
/**
 * Exponent and modulus in hex: keys of 2048 bits and more. adyen-android (`PublicKeys.json` of its tests) takes capital letters
 * and 2048 bits alone; small letters say the same number, and a longer key is as good.
 */
const PUBLIC_KEY = /^([0-9A-Fa-f]{5,8})\|([0-9A-Fa-f]{512,1024})$/
const ClientKey = z.object({ publicKey: z.string().regex(PUBLIC_KEY) })

/** As adyen-android and adyen-ios ask for it; the document has no such route. */
async function fetchKey(
  { clientKey = '', shopper }: KeyAccount,
  { transport, timeoutMs }: { transport: Transport; timeoutMs: number },
): Promise<{ n: string; e: string }> {
  const url = shopper + ROUTE.replace('{clientKey}', encodeURIComponent(clientKey))
  const headers = { accept: 'application/json' }
  const answer = await transport({ method: 'GET', url, headers, timeoutMs }).catch(
    (error: Error) => {
      throw new ProcessorSilent(`GET ${ROUTE} was not answered: ${error.message}`)
    },
  )
  const parsed = ClientKey.safeParse(parseJson(answer.text)).data
  const [, exponent = '', modulus] = PUBLIC_KEY.exec(parsed?.publicKey ?? '') ?? []
  if (answer.status !== 200 || modulus === undefined)
    throw new ProcessorSilent(`GET ${ROUTE} was answered with ${answer.status} and no key`, {
      hasAnswered: true,
    })
  return { n: toBase64url(modulus), e: toBase64url(exponent) }
}

function toBase64url(hex: string): string {
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex').toString('base64url')
}

import { X509Certificate } from 'node:crypto'
import { readTestCertificate } from '../certificates/test-certificates.ts'

/** The form of sealed cards that an account takes: which of them Adyen wants is not documented. */
export interface Sealing {
  alg: 'RSA-OAEP' | 'RSA-OAEP-256'
  enc: 'A256GCM' | 'A256CBC-HS512'
  /** `none`, or a thumbprint of the certificate, by the names of RFC 7515. */
  kid: 'none' | `${'x5t' | 'x5t#S256'} in ${'hex' | 'base64url'}`
}

/** A merchant account, with the credentials of its company. */
export interface Merchant {
  company: string
  account: string
  /** Shown on the page of a challenge. */
  name: string
  apiKey: string
  clientKey: string
  sealing: Sealing
  /** Without JWE only the placeholders of tests are taken. */
  hasSealing: boolean
  /** Brands whose networks take the money with the authorisation. */
  saleBrands: readonly string[]
  /** For how many days an authorisation can be captured. */
  holdDays: number
}

/** The merchant account of tests and of the demo store. Its keys are public. */
export function testMerchant(more: Partial<Merchant> = {}): Merchant {
  return {
    company: 'VaralRoupas',
    account: 'VaralBR',
    name: 'Varal Roupas',
    apiKey: 'test-adyen-api-key',
    clientKey: 'test_VARALROUPASVARALROUPAS',
    sealing: { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'none' },
    hasSealing: true,
    saleBrands: ['maestro'],
    holdDays: 7,
    ...more,
  }
}

/** The HMAC key of the test merchant's webhook. */
export const TEST_HMAC_KEY = '0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF'

/** Another company, of which the first must see and change nothing. */
export function otherMerchant(): Merchant {
  return testMerchant({
    company: 'OutraLoja',
    account: 'OutraBR',
    name: 'Outra Loja',
    apiKey: 'other-adyen-api-key',
    clientKey: 'test_OUTRALOJAOUTRALOJA',
  })
}

/** The certificate to which cards are sealed, and its key. */
export function cardCertificate(): { certificate: X509Certificate; key: string } {
  const { cert, key } = readTestCertificate('adyen-cards')
  return { certificate: new X509Certificate(cert), key }
}

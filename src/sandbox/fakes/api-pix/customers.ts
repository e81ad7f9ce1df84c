import { readTestCertificate } from '../certificates/test-certificates.ts'

/** Who has an account at the bank. */
export interface Customer {
  id: string
  clientId: string
  clientSecret: string
  /** SHA-256 fingerprint of the certificate that its requests must come with. */
  certificate: string
  /** Shown to payers. */
  name: string
  city: string
  cnpj: string
  /** Its Pix keys. */
  keys: readonly string[]
  scopes: readonly Scope[]
}

export const SCOPES = [
  'cob.write',
  'cob.read',
  'pix.write',
  'pix.read',
  'webhook.write',
  'webhook.read',
] as const
export type Scope = (typeof SCOPES)[number]

/** The customer of tests and of the demo store. Its credentials are public, so its account must never hold real money. */
export function testCustomer(): Customer {
  return {
    id: 'loja',
    clientId: 'test-client',
    clientSecret: 'test-secret',
    certificate: readTestCertificate('merchant-client').fingerprint,
    name: 'Varal Roupas Ltda',
    city: 'Sao Paulo',
    cnpj: '11222333000181',
    keys: ['7d9f0335-8dcc-4054-9bf9-0dbd61d36906'],
    scopes: SCOPES,
  }
}

/** Another customer of the same bank, who must see and change nothing of the first. */
export function otherCustomer(): Customer {
  return {
    id: 'outra',
    clientId: 'other-client',
    clientSecret: 'other-secret',
    certificate: readTestCertificate('other-client').fingerprint,
    name: 'Outra Loja',
    city: 'Recife',
    cnpj: '98765432000198',
    keys: ['40a0932d-1918-4eee-845d-35a2da1690dc'],
    scopes: SCOPES,
  }
}

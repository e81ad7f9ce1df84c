import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type TestCertificateName =
  | 'bank-server'
  | 'bank-client'
  | 'merchant-server'
  | 'merchant-client'
  | 'other-client'
  | 'adyen-cards'

/** A certificate with its key, as PEM. */
export interface TestCertificate {
  cert: string
  key: string
  /** SHA-256, as Node writes it: capital hexadecimal digits with colons. */
  fingerprint: string
}

/** The path of a file in this folder, for settings that take paths. */
export function testCertificatePath(file: 'ca.pem' | `${TestCertificateName}.${'pem' | 'key'}`) {
  return join(import.meta.dirname, file)
}

export function readTestCa(): string {
  return readFileSync(testCertificatePath('ca.pem'), 'utf8')
}

export function readTestCertificate(name: TestCertificateName): TestCertificate {
  const cert = readFileSync(testCertificatePath(`${name}.pem`), 'utf8')
  const key = readFileSync(testCertificatePath(`${name}.key`), 'utf8')
  return { cert, key, fingerprint: new X509Certificate(cert).fingerprint256 }
}

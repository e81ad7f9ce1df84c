import { X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TEST_CERTIFICATE_FINGERPRINTS } from '#domain/test-certificates.ts'
import { readTestCa, readTestCertificate, testCertificatePath } from './test-certificates.ts'

/** Self-signed, as Adyen's: the certificate to which cards are sealed. */
const OF_CARDS = readTestCertificate('adyen-cards').fingerprint
const certificates = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.pem'))
  .map((name) => new X509Certificate(readFileSync(join(import.meta.dirname, name), 'utf8')))

describe('the test certificates', () => {
  it('are those that production is to refuse', () => {
    const fingerprints = certificates.map(({ fingerprint256 }) => fingerprint256)
    expect(new Set(fingerprints)).toEqual(TEST_CERTIFICATE_FINGERPRINTS)
  })

  it('come from the test CA, whose key is nowhere', () => {
    const ca = new X509Certificate(readTestCa())
    for (const certificate of certificates) {
      const isOfCards = certificate.fingerprint256 === OF_CARDS
      expect(certificate.verify(isOfCards ? certificate.publicKey : ca.publicKey)).toBe(true)
      expect(certificate.validTo).toMatch(/ 2119 GMT$/)
    }
    const { cert, key } = readTestCertificate('bank-client')
    expect(key).toContain('PRIVATE KEY')
    expect(readFileSync(testCertificatePath('bank-client.key'), 'utf8')).toBe(key)
    expect(new X509Certificate(cert).ca).toBe(false)
    expect(readdirSync(import.meta.dirname)).not.toContain('ca.key')
  })
})

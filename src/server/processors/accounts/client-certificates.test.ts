import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { selfSignedCertificate } from '#proof/testing/self-signed-certificate.ts'
import { readTestCa, readTestCertificate } from '#sandbox/fakes/certificates/test-certificates.ts'
import { isIssuedBy } from './client-certificates.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const read = (pem: string) => new X509Certificate(pem)
const CA = read(readTestCa())
const BANK = read(readTestCertificate('bank-client').cert)

describe('a client certificate', () => {
  it('is issued by one of the authorities', () => {
    const other = read(selfSignedCertificate('other').cert)
    expect(isIssuedBy(BANK, [other, CA], NOW)).toBe(true)
    expect(isIssuedBy(BANK, [other], NOW)).toBe(false)
    expect(isIssuedBy(BANK, [], NOW)).toBe(false)
    expect(isIssuedBy(BANK, [BANK], NOW)).toBe(false)
  })

  it('is not issued by an authority whose name alone it bears', () => {
    const authority = read(selfSignedCertificate('Bank CA').cert)
    const forged = read(selfSignedCertificate('Bank CA').cert)
    expect(forged.checkIssued(authority)).toBe(true)
    expect(isIssuedBy(forged, [authority], NOW)).toBe(false)
  })

  it.each(['2019-12-31T23:59:59Z', '2120-01-01T00:00:00Z'])('is not valid at %s', (at) => {
    expect(isIssuedBy(BANK, [CA], new Date(at))).toBe(false)
  })
})

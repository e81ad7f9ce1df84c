import { describe, expect, it } from 'vitest'
import { certificatesOf } from './certificate-gauge.ts'

describe('the certificates of accounts', () => {
  const notAfter = new Date('2027-03-01T00:00:00Z')

  it('are read of each account, and of none whose module throws', () => {
    const accounts = [
      { name: 'broken', certificates: () => JSON.parse('no certificate') },
      { name: 'without' },
      { name: 'bank', certificates: () => [{ name: 'certificate', notAfter }] },
    ]
    expect(certificatesOf(accounts)).toEqual([{ processor: 'bank', name: 'certificate', notAfter }])
  })
})

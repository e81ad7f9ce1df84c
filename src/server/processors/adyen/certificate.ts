import { X509Certificate } from 'node:crypto'
import { dateOf } from '../key-pair.ts'

const MODULUS_BITS_MIN = 2048

/** The first certificate of a PEM text, to whose key cards are sealed; undefined where it has none. */
export function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}

/** What is wrong with the certificate to seal cards to; undefined: nothing. */
export function problemOfCertificate(pem: string, now: Date): string | undefined {
  const certificate = readCertificate(pem)
  if (certificate === undefined) return 'is no certificate'
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < MODULUS_BITS_MIN)
    return `has no RSA key of at least ${MODULUS_BITS_MIN} bits`
  if (now > certificate.validToDate)
    return `ended on ${dateOf(certificate.validToDate)}: download the new one`
  return undefined
}

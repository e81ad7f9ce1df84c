import type { X509Certificate } from 'node:crypto'

/** Whether a certificate is valid now and issued by one of these authorities itself: no chain is followed. */
export function isIssuedBy(
  certificate: X509Certificate,
  authorities: readonly X509Certificate[],
  now: Date,
): boolean {
  return (
    isValidAt(certificate, now) &&
    authorities.some(
      (authority) =>
        isValidAt(authority, now) &&
        certificate.checkIssued(authority) &&
        certificate.verify(authority.publicKey),
    )
  )
}

function isValidAt({ validFromDate, validToDate }: X509Certificate, now: Date): boolean {
  return validFromDate <= now && now <= validToDate
}

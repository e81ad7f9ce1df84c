import { X509Certificate } from 'node:crypto'

/**
 * The client certificate that a proxy passes on: PEM with percent-encoding (nginx `$ssl_client_escaped_cert`), or the
 * Base64 of its DER, between colons (RFC 9440) or without. Undefined for anything else.
 */
export function readClientCertificate(header: string | null): X509Certificate | undefined {
  if (header === null || header === '') return undefined
  try {
    return new X509Certificate(
      header.includes('CERTIFICATE')
        ? decodeURIComponent(header)
        : Buffer.from(header.replaceAll(':', ''), 'base64'),
    )
  } catch {
    return undefined
  }
}

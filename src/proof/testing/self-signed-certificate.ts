import { generateKeyPairSync, sign } from 'node:crypto'

/** A DER value: tag, length, content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

/** Extension basicConstraints, critical, with cA: TRUE. */
const AUTHORITY = Buffer.from('0603551d130101ff040530030101ff', 'hex')

const ECDSA_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex')
const RSA_SHA256 = Buffer.from('06092a864886f70d01010b0500', 'hex')

/** A self-signed certificate (RFC 5280), with only what a TLS server needs, or an authority. */
export function selfSignedCertificate(
  commonName: string,
  {
    from = new Date('2020-01-01T00:00:00Z'),
    to = new Date('2049-12-31T23:59:59Z'),
    isAuthority = false,
    rsaBits,
  }: { from?: Date; to?: Date; isAuthority?: boolean; rsaBits?: number } = {},
): { key: string; cert: string } {
  const { privateKey, publicKey } =
    rsaBits === undefined
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: rsaBits })
  const algorithm = der(0x30, rsaBits === undefined ? ECDSA_SHA256 : RSA_SHA256)
  const nameValue = der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(commonName)))
  const name = der(0x30, der(0x31, nameValue))
  const validity = der(0x30, utcTime(from), utcTime(to))
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const version = isAuthority ? [der(0xa0, der(0x02, Buffer.from([2])))] : []
  const serial = der(0x02, Buffer.from([1]))
  const extensions = isAuthority ? [der(0xa3, der(0x30, der(0x30, AUTHORITY)))] : []
  const head = [...version, serial, algorithm, name, validity, name, spki]
  const certificate = der(0x30, ...head, ...extensions)
  const signature = sign('sha256', certificate, privateKey)
  const signed = der(0x30, certificate, algorithm, der(0x03, Buffer.from([0]), signature))
  const cert = `-----BEGIN CERTIFICATE-----\n${signed.toString('base64')}\n-----END CERTIFICATE-----\n`
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert }
}

/** A UTCTime, to the second, which covers the years 1950 to 2049. */
function utcTime(at: Date): Buffer {
  const digits = at
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/\D/g, '')
  return der(0x17, Buffer.from(`${digits.slice(2)}Z`))
}

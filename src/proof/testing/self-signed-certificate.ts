import { generateKeyPairSync, sign } from 'node:crypto'

/** A DER value: tag, length, content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

/** A self-signed certificate (RFC 5280), with only what a TLS server needs. */
export function selfSignedCertificate(commonName: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'))
  const nameValue = der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(commonName)))
  const name = der(0x30, der(0x31, nameValue))
  const year = (date: string) => der(0x17, Buffer.from(date))
  const validity = der(0x30, year('200101000000Z'), year('491231235959Z'))
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const serial = der(0x02, Buffer.from([1]))
  const certificate = der(0x30, serial, algorithm, name, validity, name, spki)
  const signature = sign('sha256', certificate, privateKey)
  const signed = der(0x30, certificate, algorithm, der(0x03, Buffer.from([0]), signature))
  const cert = `-----BEGIN CERTIFICATE-----\n${signed.toString('base64')}\n-----END CERTIFICATE-----\n`
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert }
}

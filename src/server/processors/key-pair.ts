import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'

export interface ClientKeyPair {
  certificate: string
  key: string
  keyPassphrase?: string | undefined
}

/** The first certificate of a PEM text; undefined when there is none. */
function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}

/** Every certificate of a PEM text that can be read. */
export function readCertificates(pem: string): X509Certificate[] {
  const [, ...bodies] = pem.split(CERTIFICATE_BEGIN)
  return bodies.flatMap((body) => readCertificate(CERTIFICATE_BEGIN + body) ?? [])
}

/** What is wrong with a client's certificate and key, by setting. None of it holds a part of the key. */
export function problemsOfKeyPair(
  pair: ClientKeyPair,
  now: Date,
): [setting: string, problem: string][] {
  const certificate = readCertificate(pair.certificate)
  const key = readKey(pair)
  const problems: [string, string][] = []
  if (certificate === undefined)
    problems.push(['certificate', whyNoCertificate(pair.certificate, 'name the certificate')])
  if (key === undefined) problems.push(['key', whyNoKey(pair)])
  if (certificate !== undefined && key !== undefined && !certificate.checkPrivateKey(key))
    problems.push(
      readCertificates(pair.certificate).some((other) => other.checkPrivateKey(key))
        ? ['certificate', "begins with another certificate than the key's: put its own first"]
        : ['key', 'does not belong to the certificate: name the key with which it was requested'],
    )
  if (certificate !== undefined && now < certificate.validFromDate)
    problems.push([
      'certificate',
      `is valid only from ${dateOf(certificate.validFromDate)}: name one that is valid today`,
    ])
  if (certificate !== undefined && now > certificate.validToDate)
    problems.push(['certificate', `ended on ${dateOf(certificate.validToDate)}: renew it`])
  return problems
}

/** What is wrong with the certificates of authorities, in PEM; undefined: each can be read. */
export function problemOfAuthorities(pem: string): string | undefined {
  const begun = pem.split(CERTIFICATE_BEGIN).length - 1
  if (begun > 0 && readCertificates(pem).length === begun) return undefined
  return whyNoCertificate(pem, 'name certificates of authorities')
}

const CERTIFICATE_BEGIN = '-----BEGIN CERTIFICATE-----'
const IN_ONE_LINE = String.raw`has \n where lines end: name a file, or write the variable with line breaks`
const NO_PEM = 'in PEM: convert it with openssl'

/** Explains what the first block of a text is, when it is no certificate. */
function whyNoCertificate(text: string, todo: string): string {
  const label = labelOf(text)
  if (hasEscapedLines(text)) return IN_ONE_LINE
  if (label.endsWith('PRIVATE KEY'))
    return `is a private key: ${todo}${todo === 'name the certificate' ? ' here, and the key in key' : ''}`
  if (label.endsWith('PUBLIC KEY')) return `is a public key: ${todo}`
  if (label.endsWith('REQUEST'))
    return 'is a request for a certificate: name the certificate that was issued for it'
  return label === 'CERTIFICATE'
    ? 'is a certificate in PEM that cannot be read: copy it again, whole'
    : `is no certificate ${NO_PEM}`
}

function whyNoKey({ key, keyPassphrase }: ClientKeyPair): string {
  const label = labelOf(key)
  if (hasEscapedLines(key)) return IN_ONE_LINE
  if (label === 'CERTIFICATE') return 'is a certificate: name its private key here'
  if (label.endsWith('PUBLIC KEY')) return 'is a public key: name the private key'
  if (!label.endsWith('PRIVATE KEY')) return `is no private key ${NO_PEM}`
  if (!key.includes('ENCRYPTED'))
    return 'is a private key in PEM that cannot be read: copy it again, whole'
  return keyPassphrase === undefined
    ? 'is encrypted: set keyPassphrase'
    : 'is encrypted, and keyPassphrase does not open it'
}

/** The label of the first block: "ENCRYPTED PRIVATE KEY". */
function labelOf(pem: string): string {
  return /-----BEGIN ([A-Z0-9 ]+)-----/.exec(pem)?.[1] ?? ''
}

function hasEscapedLines(pem: string): boolean {
  return pem.includes(String.raw`-----\n`)
}

const DAYS_TO_RENEW = 30

/** How long a certificate is still good, and what to do about it. */
export function daysText(days: number): string {
  return days < DAYS_TO_RENEW ? `in ${days} days: renew it now` : `in ${days} days`
}

export function dateOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

function readKey({ key, keyPassphrase }: ClientKeyPair): KeyObject | undefined {
  try {
    return createPrivateKey({
      key,
      ...(keyPassphrase !== undefined && { passphrase: keyPassphrase }),
    })
  } catch {
    return undefined
  }
}

import type { X509Certificate } from 'node:crypto'
import type { Layout } from '#domain/layout.ts'
import { TEST_CERTIFICATE_FINGERPRINTS, TEST_KEYS } from '#domain/test-certificates.ts'
import { dateOf, problemOfAuthorities, problemsOfKeyPair, readCertificates } from '../key-pair.ts'
import type { ProcessorWebhooks } from './accounts.ts'
import type { Webhooks } from './accounts-file.ts'
import type { Path, Problems } from './problems.ts'

interface Checking {
  layout: Layout
  hasTrustedProxies: boolean
  now: Date
}

/** Checks the section `webhooks`, and reports what is wrong. Returns how notifications with client certificates come in. */
export function checkWebhooks(
  webhooks: Webhooks,
  { layout, hasTrustedProxies, now }: Checking,
  { report }: Problems,
): ProcessorWebhooks {
  const { url, certificate, key, keyPassphrase, clientCertificateHeader } = webhooks
  const at = (setting: string) => ['webhooks', setting]
  if (clientCertificateHeader !== undefined && !hasTrustedProxies)
    report(
      at('clientCertificateHeader'),
      'is believed of TRUSTED_PROXIES alone, and there are none: name the proxy that verifies client certificates',
    )
  if ((certificate === undefined) !== (key === undefined))
    report(
      at(key === undefined ? 'key' : 'certificate'),
      'is missing: certificate and key belong together',
    )
  const isServed = certificate !== undefined || clientCertificateHeader !== undefined
  if (isServed && url === undefined && layout === 'production')
    report(at('url'), 'is missing: the https origin to which processors send notifications')
  if (url !== undefined && layout === 'production' && isThisMachine(new URL(url).hostname))
    report(at('url'), 'names this machine, which no processor reaches: name the public origin')
  if (certificate === undefined || key === undefined) return { clientCertificateHeader }
  const identity = { certificate, key, keyPassphrase }
  for (const [setting, problem] of problemsOfKeyPair(identity, now)) report(at(setting), problem)
  return { identity, clientCertificateHeader }
}

const THIS_MACHINE = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/

function isThisMachine(host: string): boolean {
  return THIS_MACHINE.test(host)
}

/** Reads the authorities of an account's client certificates, and reports what is wrong with them. */
export function readAuthorities(
  pem: string | undefined,
  { path, isServed, now }: { path: Path; isServed: boolean; now: Date },
  { report }: Problems,
): readonly X509Certificate[] {
  if (pem === undefined) return []
  const found = readCertificates(pem)
  const problem = problemOfAuthorities(pem)
  if (problem !== undefined) report(path, problem)
  for (const { validToDate, ca } of found) {
    if (!ca)
      report(
        path,
        "holds a certificate that is no authority's: name those that issue the processor's certificates",
      )
    if (validToDate < now)
      report(path, `ended on ${dateOf(validToDate)}: ask the processor for its present authorities`)
  }
  if (!isServed)
    report(
      path,
      'needs webhooks.certificate and webhooks.key, for a port of this service, or webhooks.clientCertificateHeader, for a proxy',
    )
  return found
}

const PEM_BEGIN = '-----BEGIN CERTIFICATE-----'

/** Reports the project's published test certificates and keys, which everybody has. */
export function refuseTestCertificates(value: unknown, path: Path, problems: Problems): void {
  if (typeof value === 'string' && TEST_KEYS.has(value))
    problems.report(path, 'is a test key, which everybody has: production needs one of your own')
  else if (typeof value === 'string' && value.includes(PEM_BEGIN)) {
    const isTest = readCertificates(value).some(({ fingerprint256 }) =>
      TEST_CERTIFICATE_FINGERPRINTS.has(fingerprint256),
    )
    if (isTest)
      problems.report(
        path,
        'is a test certificate, whose key everybody has: production needs one of your own',
      )
  } else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value))
      refuseTestCertificates(item, [...path, name], problems)
}

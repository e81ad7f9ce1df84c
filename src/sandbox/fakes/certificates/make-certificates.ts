import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// node src/sandbox/fakes/certificates/make-certificates.ts
// Replaces all certificates and keys in this folder, with openssl. The key of the test CA is not kept: nobody can issue
// another certificate.
const LEAVES = {
  'bank-server': { name: 'Test Bank API', kind: 'server' },
  'bank-client': { name: 'Test Bank Webhooks', kind: 'client' },
  'merchant-server': { name: 'Test Merchant Webhooks', kind: 'server' },
  'merchant-client': { name: 'Test Merchant', kind: 'client' },
  'other-client': { name: 'Other Customer', kind: 'client' },
}

const folder = mkdtempSync(join(tmpdir(), 'test-ca-'))
const inFolder = (name: string) => join(folder, name)
const beside = (name: string) => join(import.meta.dirname, name)

// Valid from a date before any clock that a test machine could have.
const CONFIG = `
[ca]
default_ca = test
[test]
database = ${inFolder('index.txt')}
new_certs_dir = ${inFolder('issued')}
rand_serial = yes
unique_subject = no
default_md = sha256
policy = any
default_startdate = 20200101000000Z
default_enddate = 21191231235959Z
[any]
organizationName = optional
commonName = supplied
[authority]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[server]
basicConstraints = critical,CA:FALSE
extendedKeyUsage = serverAuth
subjectAltName = DNS:localhost,IP:127.0.0.1,IP:::1
[client]
basicConstraints = critical,CA:FALSE
extendedKeyUsage = clientAuth
[cards]
basicConstraints = critical,CA:FALSE
keyUsage = critical,keyEncipherment
`

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Makes a key and a certificate. `signer` has openssl's options for signing: self-signed for the CA, else by the CA. */
function make(
  subject: string,
  kind: string,
  files: { key: string; pem: string },
  signer: string[],
  newKey: string[] = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
) {
  const request = inFolder('request.csr')
  openssl(
    'req',
    '-new',
    ...newKey,
    '-noenc',
    '-subj',
    subject,
    '-keyout',
    files.key,
    '-out',
    request,
  )
  const about = ['-config', inFolder('ca.conf'), '-extensions', kind, '-in', request]
  openssl('ca', '-batch', '-notext', ...about, ...signer, '-out', files.pem)
}

mkdirSync(inFolder('issued'))
writeFileSync(inFolder('index.txt'), '')
writeFileSync(inFolder('ca.conf'), CONFIG)
const ca = { key: inFolder('ca.key'), pem: beside('ca.pem') }
make('/O=Test only/CN=Test CA: no real bank', 'authority', ca, ['-selfsign', '-keyfile', ca.key])
for (const [file, { name, kind }] of Object.entries(LEAVES))
  make(
    `/O=Test only/CN=${name}`,
    kind,
    { key: beside(`${file}.key`), pem: beside(`${file}.pem`) },
    ['-cert', ca.pem, '-keyfile', ca.key],
  )
const cards = { key: beside('adyen-cards.key'), pem: beside('adyen-cards.pem') }
make(
  '/O=Test only/CN=Test card encryption',
  'cards',
  cards,
  ['-selfsign', '-keyfile', cards.key],
  ['-newkey', 'rsa:2048'],
)
rmSync(folder, { recursive: true })

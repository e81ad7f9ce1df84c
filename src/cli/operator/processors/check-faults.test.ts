import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runCheckout } from '#proof/testing/cli/command-line.fixture.ts'
import { freePorts } from '#proof/testing/cli/server-process.fixture.ts'
import { selfSignedCertificate } from '#proof/testing/self-signed-certificate.ts'
import { startPixBank, type RunningPixBank } from '#sandbox/fakes/api-pix/start-pix-bank.ts'
import { readTestCertificate } from '#sandbox/fakes/certificates/test-certificates.ts'

const FAKES = join(import.meta.dirname, '../../../sandbox/fakes')
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

let directory: string
let bank: RunningPixBank
let port: string
let closed: string
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'check-faults-'))
  bank = await startPixBank()
  const ports = await freePorts('PORT', 'CLOSED')
  port = ports['PORT'] ?? ''
  closed = ports['CLOSED'] ?? ''
})
afterAll(async () => {
  await bank.close()
  rmSync(directory, { recursive: true })
})

/** The lines of `checkout processors check` about the sandbox's bank, with other settings. */
async function check(
  settings: object = {},
  line = 'bank',
  sections: object = {},
): Promise<string[]> {
  const text = readFileSync(join(FAKES, 'accounts.json'), 'utf8')
    .replaceAll('https://127.0.0.1:4250', bank.apiUrl)
    .replaceAll('file:certificates', `file:${join(FAKES, 'certificates')}`)
  const { accounts, ...file } = JSON.parse(text) as { accounts: { bank: object } }
  const path = join(directory, 'accounts.json')
  const changed = { ...accounts, bank: { ...accounts.bank, ...settings } }
  writeFileSync(path, JSON.stringify({ ...file, accounts: changed, ...sections }))
  const variables = { PROCESSORS: path, PROCESSOR_WEBHOOK_PORT: port }
  const { exitCode, stdout, stderr } = await runCheckout(`processors check ${line}`, variables)
  expect(stdout + stderr).not.toMatch(/\n {4}at |canary/)
  expect(exitCode).toBe(/^wrong/m.test(stdout) ? 1 : 0)
  return stdout
    .trimEnd()
    .split('\n')
    .map((found) => found.replace(/^(\w+) +bank +/, '$1 '))
}

const lineOf = async (name: string, settings?: object) =>
  (await check(settings)).find((found) => found.includes(` ${name}: `))

describe('R-32: checkout processors check says what to do about the bank', () => {
  it.each<[string, string, () => object, string]>([
    [
      'of another client',
      'credentials',
      () => ({ clientSecret: 'canary-secret' }),
      'answered with 401 invalid_client: compare clientId, clientSecret, tokenUrl and the scopes with what the bank has written',
    ],
    [
      'at an address where nobody answers',
      'credentials',
      () => ({ tokenUrl: `https://127.0.0.1:${closed}/token` }),
      'ECONNREFUSED: look at baseUrl, tokenUrl and the firewall',
    ],
    [
      'at a host that is not there',
      'credentials',
      () => ({ tokenUrl: 'https://nobody.invalid/token' }),
      'compare baseUrl and tokenUrl with what the bank has written, and look at DNS',
    ],
    [
      'of a bank that is not believed',
      'credentials',
      () => ({ authorities: undefined }),
      "set authorities to those of the bank's server",
    ],
    [
      'with a Pix key of somebody else',
      'charge',
      () => ({ pixKey: '12345678909' }),
      'compare pixKey with what the bank has written: it must be a key of this account',
    ],
    [
      'of other paths',
      'charge',
      () => ({ baseUrl: `${bank.apiUrl}/other` }),
      'with what the bank has written',
    ],
  ])('R-32: %s', async (_, name, settings, found) => {
    const line = await lineOf(name, settings())
    expect(line).toMatch(/^wrong /)
    expect(line).toContain(found)
  })

  it.each([
    ['malformed', 'look at baseUrl and dialect, or try again later'],
    ['gateway page', 'look at baseUrl and dialect, or try again later'],
    ['internal error', 'look at baseUrl and dialect, or try again later'],
    ['timed out after', 'look at baseUrl and dialect, or try again later'],
  ] as const)('R-32: that answers oddly (%s)', async (day, advice) => {
    bank.control.plan('call', day, { place: 'PUT /cob/:txid' })
    const line = await lineOf('charge')
    expect(line).toMatch(/^wrong /)
    expect(line).toContain(advice)
  })

  it.each(['unknown fields', 'unknown status'] as const)(
    'R-32: and takes %s, which later releases of the standard may bring',
    async (day) => {
      bank.control.plan('call', day, { place: 'PUT /cob/:txid' })
      expect(await lineOf('charge')).toMatch(/^ok /)
    },
  )

  it('R-32: whose certificate ends soon', async () => {
    const { cert } = selfSignedCertificate('bank', { to: inDays(9.5) })
    writeFileSync(join(directory, 'soon.pem'), cert)
    const line = await lineOf('certificate', { authorities: 'file:soon.pem' })
    expect(line).toMatch(/^ok .*authorities ends on .*, in 9 days: renew it now$/)
  })

  it('R-32: whose notifications would be refused', async () => {
    const settings = { webhookAuthorities: undefined }
    const changed = await check(settings, 'bank --register-webhook', { webhooks: {} })
    expect(changed).toContain(
      'ok webhook: not checked: without webhookAuthorities each notification is refused, and payments are found by inquiries, later',
    )
    expect(changed).toContain(
      'wrong registration: without webhookAuthorities each notification would be refused: set them first',
    )
  })
})

describe('R-32: checkout processors check says what is wrong with the address of webhooks', () => {
  let server: Server | undefined
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
    server = undefined
  })

  async function answerWith(status: number, { key, cert }: { key: string; cert: string }) {
    server = createServer({ key, cert }, (_, response) => response.writeHead(status).end())
    server.listen(Number(port), 'localhost')
    await once(server, 'listening')
    return lineOf('address')
  }
  const own = () => readTestCertificate('merchant-server')

  it('R-32: at which nobody answers', async () => {
    expect(await lineOf('address')).toMatch(
      /^wrong .* is not reachable from here \(.*ECONNREFUSED.*: start the service/,
    )
  })

  it.each([
    [404, 'answers 404: another service answers there, or a proxy does not pass on this path'],
    [301, 'answers 301: another service answers there, or a proxy does not pass on this path'],
    [502, 'answers 502: start the service that the proxy passes it on to'],
  ])('R-32: at which %d is answered', async (status, found) => {
    const line = await answerWith(status, own())
    expect(line).toMatch(/^wrong /)
    expect(line).toContain(found)
  })

  it('R-32: whose certificate is of another name', async () => {
    expect(await answerWith(401, selfSignedCertificate('other.example'))).toBe(
      'wrong address: the certificate that answers is not for localhost: name one for it in webhooks.certificate, or at the proxy',
    )
  })

  it('R-32: whose certificate has ended, or soon will', async () => {
    const past = selfSignedCertificate('localhost', { to: inDays(-2) })
    expect(await answerWith(401, past)).toMatch(/^wrong .* ended on .*: renew it$/)
    server?.closeAllConnections()
    server?.close()
    const soon = selfSignedCertificate('localhost', { to: inDays(9.5) })
    expect(await answerWith(401, soon)).toMatch(/^ok .*, in 9 days: renew it now$/)
  })

  it('R-32: which is right where the service answers', async () => {
    expect(await answerWith(401, own())).toMatch(/^ok address: localhost answers; /)
  })
})

import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makeApiKey } from '#domain/api-key.ts'
import { type Config, readConfig } from '#cli/config.ts'
import { readSecretFiles } from '#cli/secret-files.ts'

const DEPLOY = join(import.meta.dirname, '../../cli/deploy')
const Service = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  env_file: z.array(z.string()).default([]),
  secrets: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  user: z.string().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
})
const Compose = z.object({
  services: z.record(z.string(), Service),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
})

const directory = mkdtempSync(join(tmpdir(), 'checkout-compose-'))
const here = (path: string) => join(directory, path)
let compose: z.infer<typeof Compose>

const prepare = (...names: string[]) =>
  spawnSync(here('prepare'), names, { encoding: 'utf8', cwd: tmpdir() })

/** The compose file with the variables of `.env` in their places. */
function readCompose(): z.infer<typeof Compose> {
  const set = Object.fromEntries(
    [...readFileSync(here('.env'), 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
  const text = readFileSync(here('compose.yaml'), 'utf8')
  // Debian's podman-compose leaves `${NAME:-}` as it is.
  expect(text).not.toContain(':-}')
  const inPlace = (_key: unknown, value: unknown) =>
    typeof value === 'string'
      ? value.replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name: string) => {
          const given = set[name]
          if (given === undefined) throw new Error(`.env has no ${name}`)
          return given
        })
      : value
  return Compose.parse(parse(text, inPlace, { merge: true }))
}

beforeAll(() => {
  cpSync(join(DEPLOY, 'compose'), directory, { recursive: true })
  const { status, stderr } = prepare('pay.example.test')
  if (status !== 0 || stderr !== '') throw new Error(`prepare ended with ${status}: ${stderr}`)
  // These are the files that `checkout setup` makes.
  writeFileSync(here('secrets/master-key'), `${randomBytes(32).toString('base64')}\n`)
  writeFileSync(here('secrets/checkout-api-key'), makeApiKey('production', randomBytes))
  compose = readCompose()
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** What a service of the checkout reads of its variables and secrets. */
function configOf(name: string, { services } = compose): Config {
  const { environment = {}, secrets } = services[name] ?? {}
  const variables: Record<string, string | undefined> = { ...environment }
  readSecretFiles(variables, (path) => {
    const secret = path.replace('/run/secrets/', '')
    expect(secrets).toContain(secret)
    return readFileSync(here(compose.secrets[secret]?.file ?? ''), 'utf8')
  })
  const read = readConfig(variables, { onlySetsUp: name === 'setup' })
  expect(read).toEqual({ ok: true, config: expect.anything() })
  return (read as { config: Config }).config
}

describe('prepare', () => {
  it('makes secrets for their owner alone, and a certificate that the database’s clients verify', () => {
    for (const { file } of Object.values(compose.secrets).filter(
      (one) => !one.file.includes('key'),
    ))
      expect(statSync(here(file)).mode % 0o1000).toBe(0o600)
    const verified = execFileSync(
      'openssl',
      ['verify', '-verify_hostname', 'database', '-CAfile', 'authority.pem', 'database.pem'],
      { cwd: here('certificates'), encoding: 'utf8' },
    )
    expect(verified).toContain('OK')
    const text = execFileSync(
      'openssl',
      ['x509', '-noout', '-ext', 'subjectAltName', '-in', 'proxy.pem'],
      {
        cwd: here('certificates'),
        encoding: 'utf8',
      },
    )
    for (const name of ['', 'api.', 'fields.', 'admin.'])
      expect(text).toContain(`DNS:${name}pay.example.test`)
  })

  it('changes nothing of what is there', () => {
    const all = () =>
      [
        '.env',
        'processor.env',
        'secrets/database-url',
        'certificates/database.pem',
        'certificates/proxy.pem',
      ].map((path) => readFileSync(here(path), 'utf8'))
    const before = all()
    expect(prepare('other.example.test').status).toBe(0)
    expect(all()).toEqual(before)
  })

  it.each([[[]], [['--help']], [['pay example']], [['$(id)']]])('64 for %j', (names) => {
    const { status, stderr } = prepare(...names)
    expect(status).toBe(64)
    expect(stderr).toContain('usage:')
  })
})

describe('compose.yaml', () => {
  it('gives setup and serve a configuration that they take', () => {
    expect(configOf('setup').databaseUrl).toMatch(/@database:5432\/checkout\?sslmode=verify-full&/)
    const config = configOf('checkout')
    expect(config).toMatchObject({
      environment: 'production',
      checkoutUrl: 'https://pay.example.test',
      apiUrl: 'https://api.pay.example.test',
      fieldsUrl: 'https://fields.pay.example.test',
      adminUrl: 'https://admin.pay.example.test',
      host: '0.0.0.0',
      hasTrustedProxies: true,
    })
    const { test = [] } = compose.services['checkout']?.healthcheck ?? {}
    expect(test.at(-1)).toContain(`:${config.privatePort}/ready`)
  })

  it('takes a file of accounts in place of a module, and the variables that it names', () => {
    const kept = readFileSync(here('.env'), 'utf8')
    const accounts = '/processor/accounts.json'
    writeFileSync(
      here('.env'),
      kept
        .replace(/^PROCESSOR=.*$/m, 'PROCESSOR=')
        .replace(/^PROCESSORS=$/m, `PROCESSORS=${accounts}`),
    )
    const withAccounts = readCompose()
    writeFileSync(here('.env'), kept)
    for (const name of ['setup', 'checkout'])
      expect(configOf(name, withAccounts).processorsFile).toBe(accounts)
    // A list of names, as Debian's podman-compose takes no other form.
    const files = compose.services['checkout']?.env_file ?? []
    expect(files).toEqual(['processor.env'])
    expect(statSync(here('processor.env')).mode % 0o1000).toBe(0o600)
  })

  it('runs the checkout as nobody special', () => {
    for (const name of ['setup', 'checkout'])
      expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(compose.services['checkout']?.user).not.toMatch(/^0/)
  })

  it('leads each name to its port, and Prometheus to the private one', () => {
    const { checkoutPort, apiPort, fieldsPort, adminPort, privatePort } = configOf('checkout')
    const nginx = readFileSync(here('nginx.conf'), 'utf8')
    const upstreams = Object.fromEntries(
      [...nginx.matchAll(/upstream (\w+) \{ server checkout:(\d+)/g)].map(([, part, port]) => [
        part,
        Number(port),
      ]),
    )
    expect(upstreams).toEqual({
      page: checkoutPort,
      api: apiPort,
      fields: fieldsPort,
      admin: adminPort,
    })
    expect(readFileSync(here('prometheus.yml'), 'utf8')).toContain(`'checkout:${privatePort}'`)
  })

  it('mounts the rules of Prometheus singly, so that an update is said to start it anew', () => {
    const rules = '../prometheus/alerts.yml:/etc/prometheus/alerts.yml:ro'
    expect(compose.services['prometheus']?.volumes).toContain(rules)
    const guide = readFileSync(join(DEPLOY, '../../../docs/guides/operating.md'), 'utf8')
    expect(guide).toContain('docker compose up --detach --force-recreate prometheus')
  })

  it('mounts only what is there', () => {
    const made = ['database:', './processor:', './metrics:', './secrets:']
    for (const volume of Object.values(compose.services).flatMap(({ volumes }) => volumes)) {
      const [source = ''] = volume.split(':')
      if (made.includes(`${source}:`)) continue
      expect(
        statSync(source.startsWith('../') ? join(DEPLOY, source.slice(3)) : here(source)).isFile(),
      ).toBe(true)
    }
  })
})

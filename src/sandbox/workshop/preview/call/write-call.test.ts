import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { listenHttp } from '#server/process/listen-http.ts'
import type { Composition } from '#contract/preview.ts'
import { Session } from '#contract/session.ts'
import { LOOPBACK } from '#server/database/embedded/free-port.ts'
import { freePort } from '#proof/testing/free-port.ts'
import { scratchDirectory, typeErrorsOf } from '#proof/testing/type-check.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { PRESETS } from '../presets.ts'
import { writeCurl, writeJson, writeTypeScript } from './write-call.ts'

const run = promisify(execFile)
/** The TypeScript compiler checks the whole client. */
const TSC_MS = 120_000
const ORIGIN = 'https://store.example'

/** Characters that shells, JavaScript and JSON each escape differently. */
const AWKWARD: Composition = {
  merchant: { name: 'x', country: 'BR' },
  session: {
    currency: 'BRL',
    lineItems: [
      {
        name: `It's "$HOME" \`id\` $(id) \\ \\' !! %s \u2028 'é'`,
        description: "'; touch /tmp/owned; '",
        quantity: 1,
        unitAmount: 100,
      },
    ],
    customer: { name: "D'Ávila \\" },
  },
}
const COMPOSITIONS = [...PRESETS, { name: 'awkward texts', composition: AWKWARD }]

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

async function merchant() {
  return api.addMerchant({ returnOrigins: [ORIGIN] })
}

/** The parts of a session that the calls must agree on. */
const summaryOf = (answer: unknown) => {
  const { lineItems, currency, customer } = Session.parse(answer)
  return { lineItems, currency, name: customer?.name }
}
const meantBy = ({ session }: Composition) => ({
  lineItems: session.lineItems ?? [],
  currency: session.currency,
  name: session.customer?.name,
})

describe.each(COMPOSITIONS)('the call of: $name', ({ composition }) => {
  it('has a JSON body that the API accepts', async () => {
    const caller = await merchant()
    const body: unknown = JSON.parse(writeJson({ ...composition, merchant: { id: caller.id } }))
    const answer = await caller.post('/v1/sessions', body)
    expect(answer.status).toBe(201)
    expect(summaryOf(answer.body)).toEqual(meantBy(composition))
  })

  it('creates the session from a shell with curl', async () => {
    const { id, apiKey } = await merchant()
    const port = await freePort()
    const server = await listenHttp({
      fetch: (request) => api.fetch(request),
      port,
      host: LOOPBACK,
      name: 'api',
    })
    onTestFinished(() => server.close({ idleMs: 0, graceMs: 0 }))
    const script = writeCurl(composition, `http://${LOOPBACK}:${port}`)
    const { stdout } = await run('sh', ['-c', `${script} --silent`], {
      env: { ...process.env, API_KEY: apiKey, MERCHANT_ID: id },
    })
    expect(summaryOf(JSON.parse(stdout))).toEqual(meantBy(composition))
  })
})

describe('the calls in TypeScript', () => {
  it('type-check against the published client', { timeout: TSC_MS }, () => {
    const write = (composition: Composition) =>
      writeTypeScript(composition, 'http://localhost:4243')
    const wrong = { ...AWKWARD, session: { ...AWKWARD.session, currency: 1 as never } }
    const files = COMPOSITIONS.map(
      ({ composition }, place) => [`call-${place}.ts`, write(composition)] as const,
    )
    expect(typeErrorsOf({ ...Object.fromEntries(files), 'wrong.ts': write(wrong) })).toEqual([
      expect.stringMatching(/^wrong\.ts.*'number'.*'string'/),
    ])
  })

  it('equal the JSON body', async () => {
    const directory = scratchDirectory()
    for (const [place, { composition }] of COMPOSITIONS.entries()) {
      const file = join(directory, `call-${place}.ts`)
      const stub = `const CheckoutClient = class { sessions = { create: (body: unknown) => console.log(JSON.stringify(body)) } }`
      const code = writeTypeScript({ ...composition, merchant: { id: 'me' } }, 'http://localhost')
      writeFileSync(
        file,
        code.replace(/^import .*$/m, stub).replace('console.log(session.url)', ''),
      )
      const { stdout } = await run(process.execPath, [file])
      const expected = writeJson({ ...composition, merchant: { id: 'me' } })
      expect(JSON.parse(stdout)).toEqual(JSON.parse(expected))
    }
  })
})

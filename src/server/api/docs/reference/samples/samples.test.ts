import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CheckoutClient } from '#client/checkout-client.ts'
import type { CheckoutClientOptions } from '#client/options.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { MERCHANT_OPERATIONS } from '#contract/merchant-operations.ts'
import { Problem } from '#contract/problem.ts'
import { makeApiKey } from '#domain/api-key.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { typeErrorsOf } from '#proof/testing/type-check.ts'
import { callsOf } from '../api-document.ts'
import { RECEIVE_WEBHOOK } from './receive-webhook.ts'
import { samplePartsOf } from './sample-parts.ts'
import { writeCurl } from './write-curl.ts'
import { writeTypeScript } from './write-typescript.ts'

const run = promisify(execFile)
/** tsc checks the whole client. */
const TSC_MS = 120_000

const document = openApiDocument({
  environment: 'sandbox',
  apiUrl: 'https://api.store.test',
  version: '1.2.3',
})
const samples = callsOf(document).map((call) => {
  const parts = samplePartsOf(call, document)
  const id = call.operation.operationId
  return { id, parts, curl: writeCurl(parts), code: writeTypeScript(id, parts) }
})

const create = samples.find(({ id }) => id === 'createSession') ?? expect.unreachable()
const API_KEY = makeApiKey('sandbox', (length) => new Uint8Array(length))

it('cover every operation', () => {
  expect(samples.map(({ id }) => id).toSorted()).toEqual(
    Object.keys(MERCHANT_OPERATIONS).toSorted(),
  )
})

describe('in TypeScript', () => {
  it('type-check against the published client', { timeout: TSC_MS }, () => {
    const files = samples.map(({ id, code }) => [`${id}.ts`, code] as const)
    const wrong = writeTypeScript('createSession', {
      ...create.parts,
      body: { merchantId: 1 },
    })
    expect(
      typeErrorsOf({
        ...Object.fromEntries(files),
        'receive-webhook.ts': RECEIVE_WEBHOOK,
        'wrong.ts': wrong,
      }),
    ).toEqual([expect.stringMatching(/^wrong\.ts.*'number'.*'string'/)])
  })

  it('call their own operation, with the same values as curl', async () => {
    for (const { id, parts, curl, code } of samples) {
      const [sent, ...others] = await callsOfSample(code)
      const { method, url } = await asRequest(curl, API_KEY)
      expect(`${id} ${sent?.method} ${sent?.url}`).toBe(`${id} ${method} ${url}`)
      expect(others).toEqual([])
      const body = (await sent?.text()) ?? ''
      // Where the API needs no body, the client may send an empty one.
      const value: unknown = body === '' ? {} : JSON.parse(body)
      expect(value).toEqual(parts.body ?? {})
    }
  })
})

describe('as curl', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  it.each(samples)('$id is accepted by the API', async ({ curl }) => {
    const { apiKey } = api.merchant
    const answer = await api.fetch(await asRequest(curl, apiKey))
    // The merchant and session of the examples do not exist here.
    const expected = [200, 'merchant_mismatch', 'not_found']
    expect(expected).toContain(answer.ok ? 200 : Problem.parse(await answer.json()).code)
  })
})

/** Captures the requests of a sample and refuses each. */
async function callsOfSample(code: string): Promise<Request[]> {
  const calls: Request[] = []
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    calls.push(new Request(input, init))
    return Response.json({}, { status: 404 })
  }
  class Client extends CheckoutClient {
    constructor(options: CheckoutClientOptions) {
      super({ ...options, fetch })
    }
  }
  const program = code.replace("import { CheckoutClient } from 'hosted-checkout'", '')
  const made: unknown = runInNewContext(`(async () => {${program}})()`, {
    CheckoutClient: Client,
    fetch,
    process: { env: { API_KEY } },
    console: { log: () => undefined },
  })
  await Promise.resolve(made).catch(() => undefined)
  return calls
}

/** Runs a command in a shell with a curl that prints its arguments. */
async function asRequest(curl: string, apiKey: string): Promise<Request> {
  const script = `curl() { printf '%s\\0' "$@"; }; uuidgen() { echo 8e03978e; }; ${curl}`
  const { stdout } = await run('sh', ['-c', script], { env: { ...process.env, API_KEY: apiKey } })
  const words = stdout.split('\0').slice(0, -1)
  const after = (option: string) =>
    words.flatMap((word, at) => (words[at - 1] === option ? [word] : []))
  const [address = ''] = words.filter((word) => word.startsWith('https://'))
  const [body] = after('-d')
  return new Request(address, {
    method: after('-X')[0] ?? (body === undefined ? 'GET' : 'POST'),
    headers: after('-H').map((header): [string, string] => {
      const [name = '', ...value] = header.split(': ')
      return [name, value.join(': ')]
    }),
    ...(body !== undefined && { body }),
  })
}

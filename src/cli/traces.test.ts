import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCheckout, type Variables } from '#proof/testing/cli/command-line.fixture.ts'
import {
  freePorts,
  SANDBOX_PORTS,
  type RunningCommand,
} from '#proof/testing/cli/server-process.fixture.ts'
import { startCommand } from '#proof/testing/cli/server.fixture.ts'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { spanTree, startOtlpReceiver, type OtlpReceiver } from '#proof/testing/otlp-receiver.ts'
import { readConfig } from './config.ts'

const TIMEOUT = { timeout: 60_000, interval: 200 }
const OTLP = 'http://otel-collector:4318'

describe('traces by configuration', () => {
  const tracesOf = (variables: Variables) => {
    const read = readConfig(variables)
    return read.ok ? read.config.traces : read.problems
  }

  it('are off unless a collector is named, and where they are switched off', () => {
    expect(tracesOf({})).toBeUndefined()
    expect(
      tracesOf({ OTEL_SERVICE_NAME: 'shop', OTEL_TRACES_SAMPLER: 'always_on' }),
    ).toBeUndefined()
    for (const off of [{ OTEL_SDK_DISABLED: 'TRUE' }, { OTEL_TRACES_EXPORTER: 'none' }])
      expect(tracesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: OTLP, ...off })).toBeUndefined()
  })

  it("read OpenTelemetry's own variables", () => {
    expect(tracesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: `${OTLP}/` })).toEqual({
      url: `${OTLP}/v1/traces`,
      headers: {},
      resource: {
        'service.name': 'hosted-checkout',
        'service.version': expect.stringMatching(/^\d+\.\d+\.\d+$/),
        'deployment.environment.name': 'sandbox',
      },
      sampler: { name: 'parentbased_always_on', ratio: 1 },
    })
    expect(
      tracesOf({
        OTEL_EXPORTER_OTLP_ENDPOINT: OTLP,
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/otlp',
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3Db, x-team = shop',
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
        OTEL_SERVICE_NAME: 'shop',
        OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,k8s.pod.name=checkout-1',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
      }),
    ).toMatchObject({
      url: 'https://traces.example/otlp',
      headers: { authorization: 'Bearer a=b', 'x-team': 'shop' },
      resource: { 'service.name': 'shop', 'k8s.pod.name': 'checkout-1' },
      sampler: { name: 'parentbased_traceidratio', ratio: 0.25 },
    })
  })

  it.each([
    'http://127.0.0.1:4318',
    'http://localhost:4318',
    'http://[::1]:4318',
    'http://10.0.0.7:4318',
    'http://otel-collector:4318',
    'http://collector.observability.svc.cluster.local:4318',
    'https://collector.example/otlp',
  ])('go to %s', (url) => {
    expect(tracesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: url })).toMatchObject({
      url: `${url}/v1/traces`,
    })
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector.example:4318', 'must be https'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://93.184.216.34:4318', 'must be https'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'https://key@collector.example', 'must have no user'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://collector.example?key=x', 'must have no query'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector:4317', 'must be a URL'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be a URL'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://[', 'must be a URL'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'must be http/protobuf'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'hunter2', 'must be name=value'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x=hunter2%0d%0ay', 'must be name=value'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Content-Type=hunter2', 'must be name=value'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a=%zz', 'must be name=value'],
    ['OTEL_TRACES_SAMPLER', 'xray', ''],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', ''],
    ['OTEL_SDK_DISABLED', 'yes', ''],
  ])('refuse %s=%s', (name, value, message) => {
    const problems = tracesOf({ [name]: value })
    expect(problems).toEqual([expect.stringContaining(`${name}: ${message}`)])
    expect(JSON.stringify(problems)).not.toContain('hunter2')
  })

  it('end a start that cannot send them with 78', async () => {
    const { exitCode, stderr } = await runCheckout('serve', {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318',
    })
    expect(exitCode).toBe(78)
    expect(stderr).toContain('OTEL_EXPORTER_OTLP_ENDPOINT: must be https')
  })
})

describe('checkout serve with a collector', () => {
  const directory = mkdtempSync(join(tmpdir(), 'checkout-traces-'))
  let test: TestDatabase
  let collector: OtlpReceiver
  let variables: Variables
  let server: RunningCommand
  beforeAll(async () => {
    test = await createTestDatabase()
    collector = await startOtlpReceiver()
    const headers = join(directory, 'headers')
    writeFileSync(headers, 'x-collector-key=abc\n')
    variables = {
      ...(await freePorts(...SANDBOX_PORTS)),
      DATABASE_URL: test.url,
      DATA_DIR: directory,
      API_IN_PROCESS: 'false',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS_FILE: headers,
    }
    server = await startCommand(['serve'], variables)
  }, 120_000)
  afterAll(async () => {
    await server.stop('SIGKILL')
    await collector[Symbol.asyncDispose]()
    await test.drop()
    rmSync(directory, { recursive: true })
  })

  async function startPix(): Promise<void> {
    const origin = `http://localhost:${variables['STORE_PORT']}`
    const bought = await fetch(`${origin}/orders`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin },
      body: new URLSearchParams({ product: 'beach-towel', quantity: '1' }),
    })
    const page = new URL(bought.headers.get('location') ?? '')
    const path = page.pathname.replace('/c/', '/api/checkout/')
    const paid = await fetch(`${page.origin}${path}/payments`, {
      method: 'POST',
      headers: {
        origin: page.origin,
        'x-checkout': '1',
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      },
      body: JSON.stringify({ method: 'pix', customer: { email: 'maria@example.com' } }),
    })
    expect(paid.status).toBe(200)
  }

  it('sends one tree from the page over the API to processor and webhook, and what is left when it is stopped', async () => {
    await startPix()
    const delivered = "select 1 from deliveries where status = 'succeeded'"
    await expect
      .poll(
        async () => (await test.database.query({ name: 'test', text: delivered }, [])).length,
        TIMEOUT,
      )
      .toBe(1)
    expect(await server.stop()).toBe(0)
    const spans = collector
      .spans()
      .filter(({ attributes }) => attributes['db.system.name'] === undefined)
    const page = spans.find(({ name }) => name === 'POST /api/checkout/{reference}/payments')
    expect(page?.traceId).not.toBe('a'.repeat(32))
    expect(spanTree(spans.filter(({ traceId }) => traceId === page?.traceId))).toBe(
      [
        'POST /api/checkout/{reference}/payments',
        '  POST /v1/checkout/{reference}/payments',
        '    processor createPayment',
        '    deliver payment.requires_action',
      ].join('\n'),
    )
    for (const { headers } of collector.requests)
      expect(headers).toMatchObject({ 'x-collector-key': 'abc' })
    for (const { body } of collector.requests) expect(body.includes('maria@')).toBe(false)
  }, 120_000)

  it('serves, and stops in time, while the collector hangs', async () => {
    collector.answer = () => undefined
    const before = collector.requests.length
    server = await startCommand(['serve'], variables)
    await startPix()
    expect(await server.stop()).toBe(0)
    expect(collector.requests.length).toBeGreaterThan(before)
    expect(server.output()).toContain('spans were dropped')
  }, 120_000)
})

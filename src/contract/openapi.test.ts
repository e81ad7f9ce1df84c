import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { ENVIRONMENTS } from './environment.ts'
import { Notification } from './event.ts'
import { EVENT_TYPES } from './event-types.ts'
import { openApiDocument } from './openapi.ts'
import { EXAMPLES } from './openapi/examples.ts'
import { MERCHANT_OPERATIONS } from './merchant-operations.ts'
import type { Operation } from './operation.ts'
import { PAGE_OPERATIONS } from './page-operations.ts'
import { OPERATIONS, refusalsOf, type OperationId } from './operations.ts'
import { Problem, PROBLEMS, type ProblemCode } from './problem.ts'

const OPERATION_IDS = Object.keys(OPERATIONS) as OperationId[]

const document = openApiDocument({
  environment: 'sandbox',
  apiUrl: 'https://api.store.test',
  version: '1.2.3',
  isWhole: true,
})
const { schemas } = document.components

async function lint(given: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source: JSON.stringify(given), config })
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
  )
}

function described(id: OperationId) {
  const { path, method } = OPERATIONS[id]
  const operation = document.paths[path]?.[method]
  if (operation === undefined) throw new Error(`${method} ${path} is not in the document`)
  return operation
}

describe('openApiDocument', () => {
  it.each(ENVIRONMENTS)('of %s has no problem under strict rules', async (environment) => {
    const apiUrl = 'https://api.store.test'
    for (const isWhole of [true, false]) {
      const given = openApiDocument({ environment, apiUrl, version: '1.2.3', isWhole })
      expect(await lint(given)).toEqual([])
    }
  })

  it("R-78: tells merchants nothing of the page's own calls", () => {
    const options = { environment: 'sandbox', apiUrl: 'https://api.store.test' } as const
    const published = openApiDocument({ ...options, version: '1.2.3' })
    const calls = Object.entries(published.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    expect(calls.toSorted()).toEqual(
      Object.values(MERCHANT_OPERATIONS)
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    )
    const text = JSON.stringify(published)
    for (const { path } of Object.values(PAGE_OPERATIONS)) expect(text).not.toContain(path)
    expect(published.components.schemas).not.toHaveProperty('Checkout')
  })

  it('names the server even on localhost, which the linter takes for a leftover', async () => {
    const apiUrl = 'http://localhost:4243'
    const local = openApiDocument({ environment: 'sandbox', apiUrl, version: '1.2.3' })
    expect(await lint(local)).toEqual([
      expect.stringMatching(/^no-server-example\.com: .+ #\/servers\/0\/url$/),
    ])
  })

  it('is linted against its examples, too', async () => {
    const broken = structuredClone(document)
    Object.assign(broken.components.examples, { not_found: { value: { code: 'not_found' } } })
    expect(await lint(broken)).toContainEqual(expect.stringMatching(/^no-invalid-media-type-ex/))
  })

  it('is pure JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toStrictEqual(document)
  })

  it('closes request schemas and leaves response schemas open', () => {
    expect(schemas).toMatchObject({
      CreateSession: { additionalProperties: false },
      CustomerInput: { additionalProperties: false },
      AddressInput: { additionalProperties: false },
    })
    for (const name of ['Session', 'Customer', 'Address', 'Checkout', 'Problem'])
      expect(schemas[name]).not.toHaveProperty('additionalProperties')
    expect(schemas).not.toHaveProperty('SessionStateInput')
  })

  it('has a discriminator on each union', () => {
    expect(schemas['CreatePayment']).toMatchObject({
      discriminator: {
        propertyName: 'method',
        mapping: { card: '#/components/schemas/CreateCardPayment' },
      },
    })
  })

  it('states defaults in descriptions', () => {
    expect(JSON.stringify([document.paths, schemas])).not.toContain('"default":')
    expect(schemas['CreateSession']?.properties?.['expiresInSeconds']).toMatchObject({
      description: 'Default: `86400`.',
    })
  })
})

describe.each(OPERATION_IDS)('%s', (id) => {
  const operation: Operation = OPERATIONS[id]

  it('stands at its path, with its key and parameters', () => {
    const { operationId, security, description, parameters = [] } = described(id)
    expect(operationId).toBe(id)
    expect(security).toEqual(operation.caller === 'anyone' ? [] : [{ ApiKey: [] }])
    expect(description).toContain(operation.scope ?? operation.caller.replace('anyone', 'no key'))
    const names = parameters.map(({ name }) => name)
    const fields = { ...operation.parameters?.shape, ...operation.query?.shape }
    const header =
      operation.idempotent === true || operation.idempotencyKey === true ? ['Idempotency-Key'] : []
    expect(names).toEqual([...Object.keys(fields), ...header])
  })

  it('shows every refusal under its status', () => {
    const responses = Object.entries(described(id).responses)
    for (const code of refusalsOf(operation)) {
      const [, refused] = responses.find(([status]) => status === `${PROBLEMS[code].status}`) ?? []
      expect(refused?.description).toContain(`\`${code}\``)
      expect(refused).toHaveProperty(['content', 'application/problem+json', 'examples', code])
    }
  })

  it('documents its response', () => {
    const answer = Object.entries(described(id).responses).find(([status]) => status < '300')?.[1]
    const content = answer !== undefined && 'content' in answer ? answer.content : undefined
    expect(Object.keys(content ?? {})).toEqual(
      operation.answerTypes ?? ['application/json', ...(operation.alsoTypes ?? [])],
    )
  })

  it('has examples valid under its schemas', () => {
    const { requests = {}, answers }: { requests?: object; answers: object } = EXAMPLES[id]
    for (const body of Object.values(requests))
      expect(operation.body?.safeParse(body)).toMatchObject({ success: true })
    expect(Object.keys(answers).length > 0).toBe(operation.answerTypes === undefined)
    // Parsing drops unknown fields.
    for (const answer of Object.values(answers))
      expect(operation.answer.parse(answer)).toStrictEqual(answer)
  })
})

describe('refusals', () => {
  it.each(Object.keys(PROBLEMS) as ProblemCode[])('%s is named with its status', (code) => {
    expect(schemas['ProblemCode']?.enum).toContain(code)
    expect(schemas['ProblemCode']?.description).toContain(`\`${code}\` (${PROBLEMS[code].status})`)
  })

  it('have examples that are problems', () => {
    for (const [code, { value }] of Object.entries(document.components.examples))
      expect(Problem.parse(value)).toStrictEqual({ ...value, code })
  })
})

describe('notifications', () => {
  it.each(EVENT_TYPES)('%s is a webhook with the headers of Standard Webhooks', (type) => {
    const { operationId, description, parameters } = document.webhooks[type]?.post ?? {}
    expect(operationId).toMatch(/^on[A-Z][A-Za-z]+$/)
    expect(description).not.toBe('')
    const { WebhookId, WebhookTimestamp, WebhookSignature } = document.components.parameters
    expect([WebhookId.name, WebhookTimestamp.name, WebhookSignature.name]).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ])
    expect(parameters).toHaveLength(3)
  })

  it.each(EVENT_TYPES)('%s has an example that is one', (type) => {
    const example = document.webhooks[type]?.post.requestBody.content['application/json'].example
    expect(example?.type).toBe(type)
    expect(Notification.parse(example)).toStrictEqual(example)
  })
})

import { randomUUID } from 'node:crypto'
import type { LoadRequest } from './connection.ts'
import type { ApiStage } from './open-stage.ts'
import type { CaseName } from './case-names.ts'
import { newSessionBody } from './session-body.ts'

export interface Case {
  name: CaseName
  title: string
  expectedStatus: number
  /** The target ratio of the API's requests per second to the bare server's. */
  target: number
  /** The ratio below which `--check` fails; it allows for a shared machine. */
  least: number
  next: () => LoadRequest
}

/** The cases. Both servers get the same requests; only the API checks the key. */
export function benchCases({ shop: { apiKey, merchantId }, sessionIds }: ApiStage): Case[] {
  const headers = { 'x-api-key': apiKey }
  const body = JSON.stringify(newSessionBody(merchantId))
  const create = { method: 'POST', path: '/v1/sessions', body } as const
  const jsonHeaders = { ...headers, 'content-type': 'application/json' }
  let reads = 0
  return [
    {
      name: 'health',
      title: 'GET /v1/health',
      expectedStatus: 200,
      target: 0.9,
      least: 0.5,
      next: () => ({ method: 'GET', path: '/v1/health' }),
    },
    {
      name: 'read',
      title: 'GET /v1/sessions/{id}',
      expectedStatus: 200,
      target: 0.85,
      least: 0.6,
      next: () => {
        const id = sessionIds[reads++ % sessionIds.length]
        return { method: 'GET', path: `/v1/sessions/${id}`, headers }
      },
    },
    {
      name: 'create',
      title: 'POST /v1/sessions',
      expectedStatus: 201,
      target: 0.9,
      least: 0.5,
      next: () => ({ ...create, headers: jsonHeaders }),
    },
    {
      name: 'create-once',
      title: 'POST /v1/sessions with Idempotency-Key',
      expectedStatus: 201,
      target: 0.9,
      least: 0.5,
      next: () => ({ ...create, headers: { ...jsonHeaders, 'idempotency-key': randomUUID() } }),
    },
  ]
}

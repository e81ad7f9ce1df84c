import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { Problem } from '#contract/problem.ts'
import { API_URL } from './api-url.ts'
import { checkAnswer } from './contract-check.ts'

export interface Answer {
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
  text: string
  body: unknown
  /** The body of a 2xx. */
  as<Schema extends z.ZodType>(schema: Schema): z.output<Schema>
  /** The body of a problem response. */
  problem(): Problem
}

export type HeaderList = Record<string, string>

/** A client of the API. Every response is also checked against the contract. */
export interface Caller {
  get(path: string, headers?: HeaderList): Promise<Answer>
  /**
   * A body of string or bytes is sent verbatim, any other as JSON. A refund without an `Idempotency-Key` gets a new one.
   */
  post(path: string, body?: unknown, headers?: HeaderList): Promise<Answer>
  send(method: string, path: string, init?: RequestInit): Promise<Answer>
}

export function createCaller(
  fetch: (request: Request) => Response | Promise<Response>,
  apiKey: string | undefined,
): Caller {
  async function send(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers)
    if (apiKey !== undefined && !headers.has('x-api-key')) headers.set('x-api-key', apiKey)
    const request = new Request(API_URL + path, { ...init, method, headers })
    const response = await fetch(request)
    await checkAnswer({ method, path: new URL(request.url).pathname }, response)
    return answer(response)
  }
  return {
    send,
    get: (path, headers = {}) => send('GET', path, { headers }),
    post: (path, body = {}, headers = {}) =>
      send('POST', path, {
        headers: { 'content-type': 'application/json', ...requiredKey(path), ...headers },
        body: typeof body === 'string' || ArrayBuffer.isView(body) ? raw(body) : json(body),
      }),
  }
}

function requiredKey(path: string): HeaderList {
  return /\/(?:refunds|capture)$/.test(path) ? { 'idempotency-key': randomUUID() } : {}
}

function raw(body: string | ArrayBufferView): BodyInit {
  return body as BodyInit
}

function json(body: unknown): string {
  return JSON.stringify(body)
}

async function answer(response: Response): Promise<Answer> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const text = new TextDecoder().decode(bytes)
  const isJson = response.headers.get('content-type')?.endsWith('json') === true
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : undefined
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    body,
    as(schema) {
      if (!response.ok) throw new Error(`an answer was expected, not ${text}`)
      return schema.parse(body)
    },
    problem() {
      if (response.ok) throw new Error(`a refusal was expected, not ${text}`)
      return Problem.parse(body)
    },
  }
}

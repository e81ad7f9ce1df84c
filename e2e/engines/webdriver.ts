import { z } from 'zod'

const Answer = z.object({ value: z.unknown() })
const Refused = z.object({ error: z.string(), message: z.string() })
const Created = z.object({ sessionId: z.string() })

/** A W3C WebDriver session. */
export interface WebDriver {
  get(path: string): Promise<unknown>
  post(path: string, body?: object): Promise<unknown>
  delete(path: string): Promise<unknown>
}

/** Starts a session with these capabilities. */
export async function startSession(origin: string, capabilities: object): Promise<WebDriver> {
  const body = { capabilities: { alwaysMatch: capabilities } }
  const { sessionId } = Created.parse(await send('POST', `${origin}/session`, body))
  const session = `${origin}/session/${sessionId}`
  return {
    get: (path) => send('GET', session + path),
    post: (path, body = {}) => send('POST', session + path, body),
    delete: (path) => send('DELETE', session + path),
  }
}

async function send(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = Answer.parse(await response.json())
  if (response.ok) return value
  const { error, message } = Refused.parse(value)
  throw new Error(`${error} (${new URL(url).pathname.split('/').slice(3).join('/')}): ${message}`)
}

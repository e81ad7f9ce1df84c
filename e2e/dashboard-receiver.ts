import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

interface Received {
  headers: Record<string, string>
  body: string
}

/** A merchant's webhook endpoint, which keeps what it received. */
export interface Receiver {
  origin: string
  url: string
  received: readonly Received[]
  close: () => Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      received.push({ headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    url: `${origin}/hook`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Whether a request has a valid signature by this secret, verified with an independent library. */
export function isSignedBy(webhookSecret: string, { headers, body }: Received): boolean {
  try {
    new Webhook(webhookSecret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

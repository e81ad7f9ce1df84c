import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { Notification } from '#contract/event.ts'

/** A merchant's backend: receives webhook events, verified with an independent library, and serves return pages. */
export interface Inbox {
  origin: string
  callbackUrl: string
  /** Sets the secret, which is only known after the endpoint is registered. */
  trust(webhookSecret: string): void
  /** The verified events of a session, ordered by `sequence`. */
  of(sessionId: string): Notification[]
  /** The bodies of verified requests with the ids in their headers, in order of arrival. */
  received: { eventId: string; body: string }[]
  close(): Promise<void>
}

export async function openInbox(): Promise<Inbox> {
  const notifications = new Map<string, Notification>()
  const received: Inbox['received'] = []
  let webhook: Webhook | undefined
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html').end(`<h1>Shop at ${request.url}</h1>`)
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      try {
        const headers = request.headers as Record<string, string>
        const body = Buffer.concat(chunks).toString()
        const notification = Notification.parse(webhook?.verify(body, headers))
        received.push({ eventId: headers['webhook-id'] ?? '', body })
        notifications.set(notification.id, notification)
        response.writeHead(204).end()
      } catch {
        response.writeHead(400).end()
      }
    })
  })
  const origin = await listen(server)
  return {
    origin,
    callbackUrl: `${origin}/hook`,
    received,
    trust(webhookSecret) {
      webhook = new Webhook(webhookSecret)
    },
    of: (sessionId) =>
      [...notifications.values()]
        .filter(({ data }) => data.session?.id === sessionId)
        .toSorted((a, b) => a.sequence - b.sequence),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      resolve(`http://127.0.0.1:${port}`)
    })
  })
}

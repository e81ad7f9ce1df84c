import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedNotification {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export type Answer = (notification: ReceivedNotification, response: ServerResponse) => void

export interface WebhookReceiver extends AsyncDisposable {
  url: string
  received: ReceivedNotification[]
  /** The response from now on; initially 204. */
  answer: Answer
}

/** A merchant's server on loopback. It reads each request completely before it responds. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      const notification = { path: request.url ?? '', headers: request.headers, body }
      receiver.received.push(notification)
      receiver.answer(notification, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/hooks`,
    received: [],
    answer: (_, response) => response.writeHead(204).end(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Recorder } from './recorder.ts'

export interface RecordingProxy {
  url: string
  close(): Promise<void>
}

/** An HTTP proxy that records every response to a browser, also streams that never end. */
export async function startRecordingProxy(
  recorder: Recorder,
  isMerchant: (origin: string) => boolean,
): Promise<RecordingProxy> {
  const server = createServer((incoming, outgoing) => {
    void pass(incoming, outgoing).catch(() => outgoing.destroy())
  })

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = incoming
    const url = new URL(incoming.url ?? '')
    const name = `${method} ${url.href}`
    const { referer = '' } = headers
    recorder.keep('addresses', name, `${name}\n${referer}`)
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const toMerchant = isMerchant(url.origin)
    if (toMerchant)
      recorder.keep(
        'requests to merchants',
        name,
        Buffer.concat([Buffer.from(`${name}\n${JSON.stringify(headers)}\n`), body]),
      )

    const asked = ask(url, { method, headers })
    outgoing.once('close', () => asked.destroy())
    asked.on('error', () => outgoing.destroy())
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    answer.on('error', () => outgoing.destroy())
    answer.pipe(outgoing)
    if (toMerchant) return
    const status = String(answer.statusCode)
    recorder.keep('answers to browsers', `${name} ${status}, headers`, lines(answer.rawHeaders))
    answer.on('data', recorder.stream('answers to browsers', `${name} ${status}`))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function lines(rawHeaders: readonly string[]): string {
  return rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\n`)).join('')
}

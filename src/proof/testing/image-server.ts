import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The smallest PNG: one transparent pixel. */
export const PNG = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
)

export interface ImageServer extends AsyncDisposable {
  origin: string
  /** Requested paths so far. */
  asked: string[]
  /** Connections so far. */
  connections: number
}

/** A merchant's image server on loopback, which may misbehave as a hostile one. */
export async function startImageServer(answer: RequestListener): Promise<ImageServer> {
  const server = createServer((request, response) => {
    images.asked.push(request.url ?? '')
    answer(request, response)
  })
  server.on('connection', () => (images.connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const images: ImageServer = {
    origin: `http://127.0.0.1:${port}`,
    asked: [],
    connections: 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return images
}

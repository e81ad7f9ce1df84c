import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'

/** An origin that must never be reached. It answers every request with a script. */
export interface EvilSite {
  origin: string
  /** Requests that it received. */
  asked: string[]
  close(): Promise<void>
}

export async function openEvilSite(): Promise<EvilSite> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(200, {
      'Content-Type': 'text/javascript',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    response.end('window.__x=1')
  }).listen(0, '127.0.0.1')
  server.on('upgrade', (request, socket) => {
    asked.push(`upgrade ${request.url}`)
    socket.destroy()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

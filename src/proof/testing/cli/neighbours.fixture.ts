import { request as send } from 'node:http'
import { createServer } from 'node:https'
import { connect, createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { TLSSocket } from 'node:tls'

interface Certificate {
  key: string
  cert: string
}

export interface Received {
  headers: Headers
  body: string
}

/** What stands around production: proxies with TLS, a database behind TLS, and a merchant's receiver. */
export interface Neighbours {
  /** Starts a TLS proxy in front of a port, like an operator's. Resolves to its own port. */
  startTls: (certificate: Certificate, port: string) => Promise<number>
  /** Puts TLS in front of a database that has none. Resolves to its port. */
  startTlsDatabase: (certificate: Certificate, url: string) => Promise<number>
  /** Starts a merchant's receiver. */
  startReceiver: (certificate: Certificate) => Promise<number>
  /** What the receiver got. */
  received: Received[]
  close: () => void
}

/** PostgreSQL's answer to a client that asks for TLS. */
const TLS_WILLING = 'S'

export function openNeighbours(): Neighbours {
  const servers: Server[] = []
  const received: Received[] = []

  async function listening(server: Server): Promise<number> {
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    return (server.address() as AddressInfo).port
  }

  return {
    received,
    startTls: (certificate, port) =>
      listening(
        createServer(certificate, (request, response) => {
          const { method, url, headers } = request
          const onward = send({ host: 'localhost', port, method, path: url, headers }, (answer) => {
            response.writeHead(answer.statusCode ?? 502, answer.headers)
            answer.pipe(response)
          })
          request.pipe(onward)
        }),
      ),
    startTlsDatabase(certificate, url) {
      const { hostname, port } = new URL(url)
      return listening(
        createTcpServer((client) => {
          client.once('data', () => {
            client.write(TLS_WILLING)
            const secured = new TLSSocket(client, { isServer: true, ...certificate })
            const database = connect(Number(port), hostname)
            secured.pipe(database).pipe(secured)
            for (const end of [client, secured, database])
              end.on('error', () => {
                secured.destroy()
                database.destroy()
              })
          })
        }),
      )
    },
    startReceiver: (certificate) =>
      listening(
        createServer(certificate, (request, response) => {
          let body = ''
          request.setEncoding('utf8').on('data', (text: string) => {
            body += text
          })
          request.on('end', () => {
            received.push({ headers: new Headers(request.headers as Record<string, string>), body })
            response.writeHead(204).end()
          })
        }),
      ),
    close() {
      for (const server of servers) server.close()
    },
  }
}

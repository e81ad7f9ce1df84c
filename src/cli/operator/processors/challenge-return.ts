import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Where a browser of this machine comes back to from a challenge. */
export interface ChallengeReturn {
  url: string
  /** What it brought back last; undefined when it has not come since `forget`. */
  returned(): Readonly<Record<string, string>> | undefined
  forget(): void
  close(): void
}

const PATH = '/back'
/** A result has up to 20 000 characters. */
const HEADER_BYTES_MAX = 32 * 1024
const CLOSE = 'The account trial goes on in the terminal. This tab can be closed.\n'

/** Listens on this machine alone. */
export async function openChallengeReturn(): Promise<ChallengeReturn> {
  let last: Record<string, string> | undefined
  const answer: RequestListener = ({ method, url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const isReturn = method === 'GET' && pathname === PATH && searchParams.size > 0
    if (isReturn) last = Object.fromEntries(searchParams)
    response
      .writeHead(isReturn ? 200 : 404, {
        'content-type': 'text/plain; charset=utf-8',
        'referrer-policy': 'no-referrer',
      })
      .end(isReturn ? CLOSE : '')
  }
  const server = createServer({ maxHeaderSize: HEADER_BYTES_MAX }, answer)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${PATH}`,
    returned: () => last,
    forget() {
      last = undefined
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { compress } from '../../bff/compress.ts'
import { serveStates } from '../../gallery/serve-states.ts'
import { GALLERY_STATES } from '../../gallery/states/states.ts'
import { LOOPBACK } from '../../store/embedded/free-port.ts'

export interface ServedPages {
  ours: string
  static: string
  /** The document, compressed as it is sent. */
  htmlBytes: number
  close(): Promise<void>
}

const LANGUAGE = 'pt-BR'
/** What a static page would not have: also the card's frame, which belongs to another. */
const ALIVE = /<(script|iframe)\b[^>]*>.*?<\/\1>|<link rel="(?:modulepreload|icon)"[^>]*>/gs

/** The first card page as it is served, and the limit: its HTML without script, from a bare server. */
export async function openPages(): Promise<ServedPages> {
  const states = GALLERY_STATES.filter(({ name }) => name === 'open')
  const served = await serveStates(states)
  const [state] = states
  if (state === undefined) throw new Error('the gallery has no open page')
  const ours = served.urlOf(state, LANGUAGE)
  const html = await (await fetch(ours)).text()
  const body = await compress(html.replaceAll(ALIVE, ''), 'br')
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Encoding': 'br',
      'Content-Length': body.length,
    })
    response.end(body)
  }).listen(0, LOOPBACK)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ours,
    static: `http://${LOOPBACK}:${port}/`,
    htmlBytes: (await compress(html, 'br')).length,
    async close() {
      server.closeAllConnections()
      server.close()
      await served.close()
    },
  }
}

import type { Socket } from 'node:net'

export interface RawRequest {
  path: string
  headers: Record<string, string>
  body: string
}

const HEAD_END = '\r\n\r\n'

/** Parses one request from a socket by hand, since the responses may break every rule of HTTP. */
export function readRequest(socket: Socket, onRequest: (request: RawRequest) => void): void {
  let bytes: Buffer = Buffer.alloc(0)
  const read = (chunk: Buffer) => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
    const headLength = bytes.indexOf(HEAD_END)
    if (headLength < 0) return
    const [requestLine = '', ...lines] = bytes.toString('latin1', 0, headLength).split('\r\n')
    const headers = Object.fromEntries(lines.map(readHeader))
    const bodyStart = headLength + HEAD_END.length
    if (bytes.length < bodyStart + Number(headers['content-length'] ?? 0)) return
    socket.off('data', read)
    socket.resume()
    onRequest({
      path: requestLine.split(' ')[1] ?? '',
      headers,
      body: bytes.toString('utf8', bodyStart),
    })
  }
  socket.on('data', read)
}

function readHeader(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

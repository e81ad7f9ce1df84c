import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { LOOPBACK } from '#server/database/embedded/free-port.ts'

/** A network line. All connections share its limited rate towards the browser. */
export interface Line {
  roundTripMs: number
  bytesPerSecond: number
  /** Round trips until a connection takes its first byte: one for TCP, one for TLS 1.3. */
  roundTripsToConnect: number
}

const PACKET_BYTES = 1460
/** RFC 1928: version 5, no authentication. */
const GREETING = Buffer.from([5, 0])
const CONNECTED = Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
const PORT_BYTES = 2

/**
 * Opens a SOCKS proxy that delays the traffic. It delivers packet by packet, and delays connections, unlike the browser's
 * emulation, which delivers a response as a whole.
 */
export async function openSlowLine(line: Line): Promise<{ server: string; close: () => void }> {
  const send = createSender(line)
  const proxy = createServer((browser) => void take(browser).catch(() => browser.destroy()))
  const open = new Set<Socket>()
  proxy.listen(0, LOOPBACK)
  await once(proxy, 'listening')

  async function take(browser: Socket): Promise<void> {
    open.add(browser)
    browser.on('error', () => browser.destroy())
    await once(browser, 'data')
    browser.write(GREETING)
    const [request]: Buffer[] = await once(browser, 'data')
    const port = request?.readUInt16BE(request.length - PORT_BYTES) ?? 0
    const site = connect(port, LOOPBACK)
    open.add(site)
    site.on('error', () => browser.destroy())
    await sleep(line.roundTripMs * line.roundTripsToConnect)
    browser.on('data', (bytes) => void setTimeout(() => site.write(bytes), line.roundTripMs / 2))
    browser.on('close', () => site.destroy())
    site.on('data', (bytes: Buffer) => send(browser, bytes))
    browser.write(CONNECTED)
  }

  const { port } = proxy.address() as AddressInfo
  return {
    server: `socks5://${LOOPBACK}:${port}`,
    close() {
      proxy.close()
      for (const socket of open) socket.destroy()
    },
  }
}

/** Sends packets one after the other, as fast as the line is. */
function createSender({ roundTripMs, bytesPerSecond }: Line) {
  let freeAtMs = 0
  return (browser: Socket, bytes: Buffer): void => {
    for (let start = 0; start < bytes.length; start += PACKET_BYTES) {
      const packet = bytes.subarray(start, start + PACKET_BYTES)
      const nowMs = performance.now()
      freeAtMs = Math.max(freeAtMs, nowMs) + (packet.length / bytesPerSecond) * 1_000
      setTimeout(() => browser.write(packet), freeAtMs - nowMs + roundTripMs / 2)
    }
  }
}

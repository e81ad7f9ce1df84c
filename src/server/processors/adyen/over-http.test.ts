import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { contextOf, SETTINGS } from '#proof/testing/adyen/test-account.ts'
import { PAYMENT, PSP } from '#proof/testing/adyen/test-payments.ts'
import { isProcessorSilent } from '../processor.ts'
import { createAdyen } from './adyen.ts'

const open: Server[] = []

afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => {
      server.close(resolve)
    })
  }
})

/** An account whose Adyen is on this machine; `requests` are the bodies that it has read. */
async function listen(listener: RequestListener) {
  const requests: string[] = []
  let connections = 0
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part) => (body += part))
    request.on('end', () => {
      requests.push([request.headers['idempotency-key'], body].join(' '))
      listener(request, response)
    })
  }).on('connection', () => (connections += 1))
  open.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const settings = { ...SETTINGS, baseUrl: `http://127.0.0.1:${port}/v72` }
  return {
    processor: createAdyen(contextOf({ settings })),
    requests,
    connections: () => connections,
  }
}

const AUTHORISED = JSON.stringify({ resultCode: 'Authorised', pspReference: PSP })

describe('a payment over HTTP', () => {
  it('is authorised, over a connection that is kept', async () => {
    const { processor, requests, connections } = await listen((_, response) => {
      response.end(AUTHORISED)
    })
    for (let count = 0; count < 3; count++)
      expect(await processor.createPayment(PAYMENT)).toMatchObject({ status: 'authorized' })
    expect(connections()).toBe(1)
    expect(new Set(requests).size).toBe(1)
  })

  it('R-112: is asked for again with the same bytes where an answer is cut', async () => {
    let count = 0
    const { processor, requests } = await listen((request, response) => {
      count += 1
      if (count > 1) response.end(AUTHORISED)
      else
        response
          .writeHead(200, { 'content-length': '100' })
          .write('{"res', () => request.socket.destroy())
    })
    expect(await processor.createPayment(PAYMENT)).toMatchObject({ status: 'authorized' })
    expect(requests).toHaveLength(2)
    expect(new Set(requests).size).toBe(1)
  })

  it('S-154: stays open where the answer has more than 1 MiB', async () => {
    const { processor, requests } = await listen((_, response) => {
      response.end(JSON.stringify({ resultCode: 'Authorised', x: 'x'.repeat(1024 * 1024) }))
    })
    const outcome = processor.createPayment(PAYMENT)
    await expect(outcome).rejects.toSatisfy(isProcessorSilent)
    await expect(outcome).rejects.toThrow(/longer than 1 MiB$/)
    expect(requests).toHaveLength(3)
  })

  it('is led nowhere else by an answer', async () => {
    const { processor, requests } = await listen((_, response) => {
      response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()
    })
    await expect(processor.createPayment(PAYMENT)).rejects.toSatisfy(isProcessorSilent)
    expect(requests).toHaveLength(3)
  })
})

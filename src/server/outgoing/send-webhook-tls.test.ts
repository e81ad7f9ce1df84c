import type { AddressInfo } from 'node:net'
import { createServer } from 'node:https'
import { expect, it } from 'vitest'
import { selfSignedCertificate } from '#proof/testing/self-signed-certificate.ts'
import { createSender } from './send-webhook.ts'

it('S-83: an untrusted certificate ends the attempt before anything is sent', async () => {
  let requests = 0
  const server = createServer(selfSignedCertificate('store.example'), (_, response) => {
    requests += 1
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const sender = createSender({
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    allowLoopback: true,
    clock: () => new Date(),
  })
  const url = `https://store.example:${port}/`
  expect(await sender.post({ url, headers: {}, body: '' })).toMatchObject({ error: 'tls_failed' })
  expect(requests).toBe(0)
  server.close()
})

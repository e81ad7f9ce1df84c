import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { TestProject } from 'vitest/node'

import { startTestServer } from './test-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL that returns a TestServer; the first request starts it. */
    testServerUrl: string
  }
}

/** Starts the database server lazily: a run without database tests starts none. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  let server: ReturnType<typeof startTestServer> | undefined
  const desk = createServer((_request, response) => {
    server ??= startTestServer(process.env['DATABASE_URL'])
    server.then(
      ({ url, templateName }) => response.end(JSON.stringify({ url, templateName })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve))
  provide('testServerUrl', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`)
  return async () => {
    desk.close()
    await (await server)?.stop()
  }
}

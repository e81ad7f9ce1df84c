import { createServer, type RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { collectGarbage } from '#proof/testing/collect-garbage.ts'
import { fetchWithin } from './fetch-within.ts'

async function withServer<T>(
  answer: RequestListener,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  try {
    return await use(`http://127.0.0.1:${port}/`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const text = (answer: Response) => answer.text()

describe('fetchWithin', () => {
  it('answers what was read', async () => {
    const read = withServer(
      (_request, response) => void response.end('hello'),
      (url) => fetchWithin(fetch, url, { timeoutMs: 60_000 }, text),
    )
    expect(await read).toBe('hello')
  })

  it.each<[string, RequestListener]>([
    ['no answer', () => undefined],
    ['half an answer', (_request, response) => void response.write('h')],
  ])('ends %s and its connection, while memory is collected', async (_what, answer) => {
    const end = collectGarbage()
    let closed: Promise<void> | undefined
    const reading = withServer(
      (request, response) => {
        closed = new Promise((resolve) => request.socket.once('close', () => resolve()))
        answer(request, response)
      },
      async (url) => {
        await expect(fetchWithin(fetch, url, { timeoutMs: 500 }, text)).rejects.toMatchObject({
          name: 'TimeoutError',
        })
        await closed
      },
    )
    await reading
    end()
  })
})

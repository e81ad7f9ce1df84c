import { Client, type Dispatcher } from 'undici'

export interface LoadRequest {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface Load {
  origin: string
  durationMs: number
  expectedStatus: number
  next: () => LoadRequest
}

const CONNECTIONS = 24

/** The number of answers in a closed loop: each connection asks again as soon as it was answered. */
export async function applyLoad(load: Load): Promise<{ answers: number; seconds: number }> {
  const startedMs = performance.now()
  const counts = await Promise.all(Array.from({ length: CONNECTIONS }, () => loop(load, startedMs)))
  const seconds = (performance.now() - startedMs) / 1000
  return { answers: counts.reduce((sum, count) => sum + count, 0), seconds }
}

/** One connection; resolves to how many answers it got. */
async function loop(load: Load, startedMs: number): Promise<number> {
  const client = new Client(load.origin, { pipelining: 1 })
  try {
    let answers = 0
    while (performance.now() - startedMs < load.durationMs) {
      await ask(client, load)
      answers += 1
    }
    return answers
  } finally {
    await client.close()
  }
}

function ask(client: Client, { next, expectedStatus }: Load): Promise<void> {
  return new Promise((resolve, reject) => {
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => {},
      onResponseStart(_controller, status) {
        if (status !== expectedStatus)
          reject(new Error(`${status} instead of ${expectedStatus} was answered`))
      },
      onResponseData: () => {},
      onResponseEnd: () => resolve(),
      onResponseError: (_controller, error) => reject(error),
    }
    client.dispatch(next(), handler)
  })
}

import { openConnection, type LoadRequest } from './connection.ts'

export interface Load {
  origin: string
  durationMs: number
  expectedStatus: number
  next: () => LoadRequest
}

const CONNECTIONS = 24

/** Counts responses in a closed loop: each connection requests again as soon as it has its response. */
export async function applyLoad(load: Load): Promise<{ answers: number; seconds: number }> {
  const startedMs = performance.now()
  const counts = await Promise.all(Array.from({ length: CONNECTIONS }, () => loop(load, startedMs)))
  const seconds = (performance.now() - startedMs) / 1000
  return { answers: counts.reduce((sum, count) => sum + count, 0), seconds }
}

async function loop(load: Load, startedMs: number): Promise<number> {
  const connection = await openConnection(new URL(load.origin))
  try {
    let answers = 0
    while (performance.now() - startedMs < load.durationMs) {
      const status = await connection.ask(load.next())
      if (status !== load.expectedStatus)
        throw new Error(`${status} instead of ${load.expectedStatus}`)
      answers += 1
    }
    return answers
  } finally {
    connection.close()
  }
}

import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import type { StatementCounts } from './count-statements.ts'

export type Order = 'start all' | 'start expiry' | 'stop' | 'costs'

export interface ProcessCosts extends StatementCounts {
  cpuMicroseconds: number
}

export interface Child<Question extends string, Answer> {
  ask(question: Question): Promise<Answer>
  stop(): Promise<void>
}

/** Starts a module in a child process that answers each message with one; resolves at its first message. */
export async function startChild<Question extends string, Answer>(
  module: URL,
  environment: Record<string, string>,
  nodeOptions: readonly string[] = [],
): Promise<Child<Question, Answer>> {
  const child = fork(module, { env: environment, execArgv: [...nodeOptions] })
  await message(child)
  return {
    ask(question) {
      const answered = message(child)
      child.send(question)
      return answered as Promise<Answer>
    },
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

async function message(child: ChildProcess): Promise<unknown> {
  const answered = new AbortController()
  const { signal } = answered
  const failed = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`${child.spawnfile} ended with ${String(code)}`)
  })
  try {
    const [answer] = (await Promise.race([once(child, 'message', { signal }), failed])) as unknown[]
    return answer
  } finally {
    failed.catch(() => undefined)
    answered.abort()
  }
}

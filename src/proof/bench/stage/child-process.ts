import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A process of a bench, which answers each message with one. */
export interface Child<Question extends string, Answer> {
  ask(question: Question): Promise<Answer>
  stop(): Promise<void>
}

/** Starts a module in a child process; resolves at its first message, which says that it is ready. */
export async function startChild<Question extends string, Answer>(
  module: URL,
  environment: Record<string, string>,
  nodeOptions: readonly string[] = [],
): Promise<Child<Question, Answer>> {
  const child = fork(module, { env: environment, execArgv: [...nodeOptions] })
  const ended = once(child, 'exit')
  const failed = ended.then(([code]) => {
    throw new Error(`${module.pathname} ended with ${String(code)}`)
  })
  // Its exit is expected while no question is open.
  failed.catch(() => undefined)
  const message = async () => {
    const [answer] = (await Promise.race([once(child, 'message'), failed])) as unknown[]
    return answer
  }
  await message()
  return {
    ask(question) {
      const answered = message()
      child.send(question)
      return answered as Promise<Answer>
    },
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

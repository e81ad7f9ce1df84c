import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A virtual display as large as the widest window of the flows; Xvfb chooses a free number. */
export async function openDisplay(program: string) {
  const xvfb = spawn(
    program,
    ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  const numbers = xvfb.stdio[3]
  if (!numbers) throw new Error('Xvfb has no third pipe')
  const [number] = (await once(numbers, 'data')) as [Buffer]
  return {
    name: `:${number.toString().trim()}`,
    async close() {
      xvfb.kill()
      if (xvfb.exitCode === null && xvfb.signalCode === null) await once(xvfb, 'exit')
    },
  }
}

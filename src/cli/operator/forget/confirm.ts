import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'

/** Asks, and resolves to whether the answer is "yes"; the end of the input is a no. */
export async function confirm(
  question: string,
  { input, output }: { input: Readable; output: Writable },
): Promise<boolean> {
  const lines = createInterface({ input, output })
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
  try {
    return (await Promise.race([lines.question(question), ended])).trim() === 'yes'
  } finally {
    lines.close()
  }
}

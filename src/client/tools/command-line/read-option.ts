import { InvalidArgumentError } from 'commander'
import { z } from 'zod'

/** An option parser by a schema; a mismatch is a usage error. */
export function as<T>(schema: z.ZodType<T>): (text: string) => T {
  return (text) => {
    const parsed = schema.safeParse(text)
    if (parsed.success) return parsed.data
    throw new InvalidArgumentError(sentence(parsed.error.issues.map(({ message }) => message)))
  }
}

/** For an option that may be repeated. */
export function listOf<T>(schema: z.ZodType<T>): (text: string, previous?: T[]) => T[] {
  const read = as(schema)
  return (text, previous = []) => [...previous, read(text)]
}

function sentence(messages: string[]): string {
  const text = messages.join('; ')
  return `It ${text}.`
}

export const Moment = z.iso.datetime({
  offset: true,
  error:
    'must be a time as in 2026-12-01T12:00:00Z, or with an offset as in 2026-12-01T09:00:00-03:00',
})

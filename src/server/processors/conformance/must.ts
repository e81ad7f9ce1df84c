export class CheckFailed extends Error {
  override name = 'CheckFailed'
}

export class CheckSkipped extends Error {
  override name = 'CheckSkipped'
}

export function must(holds: boolean, found: string): asserts holds {
  if (!holds) throw new CheckFailed(found)
}

export function skip(why: string): never {
  throw new CheckSkipped(why)
}

/** A value as text of one line, cut to a readable length. */
export function show(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${cut(value.message)}`
  return cut(JSON.stringify(value) ?? String(value))
}

const SHOWN_MAX = 240

function cut(text: string): string {
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}

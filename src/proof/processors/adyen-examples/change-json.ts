/** Adds an unknown member to every object, and reorders the members. */
export function strangely<Value>(value: Value, { extra, turn }: Strangeness): Value {
  return mapDeep(value, (one) => {
    if (!isObject(one)) return one
    const members = [...Object.entries(one), ['x_of_tomorrow', extra] as const]
    const at = turn % members.length
    return Object.fromEntries([...members.slice(at), ...members.slice(0, at)].toReversed())
  }) as Value
}

export interface Strangeness {
  extra: unknown
  turn: number
}

/** Puts `other` in the place of one value, however deep, and leaves the whole. */
export function withOneChanged<Value extends object>(
  value: Value,
  { at, other }: { at: number; other: unknown },
): Value {
  const count = (one: unknown) => {
    let values = 0
    mapDeep(one, (each) => ((values += 1), each))
    return values
  }
  // The whole comes last.
  const place = at % (count(value) - 1)
  let seen = -1
  return mapDeep(value, (one) => ((seen += 1) === place ? other : one)) as Value
}

function mapDeep(value: unknown, map: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return map(value.map((one) => mapDeep(one, map)))
  if (!isObject(value)) return map(value)
  const members = Object.entries(value).map(([name, one]) => [name, mapDeep(one, map)] as const)
  return map(Object.fromEntries(members))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

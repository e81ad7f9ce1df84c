/** Stands for a value that processors do not send yet. */
export const VALUE_OF_TOMORROW = 'VALUE_OF_TOMORROW'

/** Adds fields that nobody knows to every object of a JSON text; any other text stays as it is. */
export function addFields(text: string): string {
  return mapJson(text, (value) =>
    isObject(value)
      ? { ...value, x_of_tomorrow: { a: [null, 1, 'b'] }, xNew: VALUE_OF_TOMORROW }
      : value,
  )
}

/** Replaces the text number `at` of a JSON text, counted from 0; the same text where it has fewer. */
export function changeTexts(text: string, at: number): string {
  let seen = -1
  let isChanged = false
  const changed = mapJson(text, (value) => {
    if (typeof value !== 'string') return value
    seen += 1
    if (seen !== at) return value
    isChanged = true
    return VALUE_OF_TOMORROW
  })
  return isChanged ? changed : text
}

function mapJson(text: string, map: (value: unknown) => unknown): string {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return text
  }
  return JSON.stringify(mapDeep(parsed, map))
}

function mapDeep(value: unknown, map: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return map(value.map((one) => mapDeep(one, map)))
  if (!isObject(value)) return map(value)
  return map(
    Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapDeep(one, map)])),
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

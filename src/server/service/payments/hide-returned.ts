const HIDDEN = '…'
/** Shorter values stand in texts by chance. */
const LENGTH_MIN = 6
const CAUSES_MAX = 4

/** Takes what came back from a challenge out of an error: a module may quote what it was given, and errors are logged. */
export function hideReturned(error: unknown, returned: Readonly<Record<string, string>>): unknown {
  const forms = Object.values(returned)
    .filter(({ length }) => length >= LENGTH_MIN)
    .flatMap(formsOf)
    .toSorted((a, b) => b.length - a.length)
  const hide = (text: string) => forms.reduce((shown, form) => shown.replaceAll(form, HIDDEN), text)
  return hideIn(error, hide, 0)
}

/** A value as it stands in texts, URLs, forms and JSON. */
function formsOf(value: string): string[] {
  const form = new URLSearchParams({ '': value }).toString().slice('='.length)
  return [value, encodeURIComponent(value.toWellFormed()), form, JSON.stringify(value).slice(1, -1)]
}

function hideIn(error: unknown, hide: (text: string) => string, depth: number): unknown {
  if (typeof error === 'string') return hide(error)
  if (typeof error !== 'object' || error === null || depth > CAUSES_MAX) return error
  for (const name of ['message', 'stack', 'cause']) {
    const value: unknown = Reflect.get(error, name)
    if (value !== undefined) Reflect.set(error, name, hideIn(value, hide, depth + 1))
  }
  return error
}

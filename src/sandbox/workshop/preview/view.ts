export const WIDTHS = ['360', '768', '1280', 'all'] as const
export const THEMES = ['both', 'light', 'dark'] as const
export const SCOPES = ['one', 'every'] as const

/** The view of the page; it is part of the address. */
export interface View {
  state: string
  scope: (typeof SCOPES)[number]
  width: (typeof WIDTHS)[number]
  theme: (typeof THEMES)[number]
  /** The page's locale; `null` follows the session, then the browser. */
  locale: string | null
}

export const FIRST_STATE = 'open'
const NAMES = ['state', 'scope', 'width', 'theme', 'locale'] as const

export function readView(search: URLSearchParams): View {
  return {
    state: search.get('state') ?? FIRST_STATE,
    scope: oneOf(SCOPES, search.get('scope')),
    width: oneOf(WIDTHS, search.get('width')),
    theme: oneOf(THEMES, search.get('theme')),
    locale: search.get('locale'),
  }
}

/** The search parameters with changes to the view; defaults are left out. */
export function withView(search: URLSearchParams, changes: Partial<View>): URLSearchParams {
  const view = { ...readView(search), ...changes }
  const defaults = readView(new URLSearchParams())
  const next = new URLSearchParams(search)
  for (const name of NAMES) {
    const value = view[name]
    if (value === null || value === defaults[name]) next.delete(name)
    else next.set(name, value)
  }
  return next
}

function oneOf<Name extends string>(names: readonly [Name, ...Name[]], text: string | null): Name {
  return names.find((name) => name === text) ?? names[0]
}

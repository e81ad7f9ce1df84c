import { createContext, type ReactNode, use } from 'react'

/** The places of a page that differ without JavaScript: its screen, and what depends on the chosen method. */
type Part = 'screen' | 'label' | 'total' | 'costs'

/** The `noscript` contents, provided on the server only; they are not in the browser's bundle. */
export const WithoutScriptContext = createContext<Partial<Record<Part, ReactNode>>>({})

/** The place of one of them. React does not hydrate the content of `noscript`. */
export function WithoutScript({ part = 'screen' }: { part?: Part }) {
  return <noscript>{use(WithoutScriptContext)[part]}</noscript>
}

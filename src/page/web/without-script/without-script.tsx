import { createContext, type ReactNode, use } from 'react'

/** The parts of a page that differ without JavaScript: its screen, and the texts that depend on the chosen method. */
type Part = 'screen' | 'label' | 'total' | 'costs'

/** The `noscript` contents, provided on the server only; they are not in the browser's bundle. */
export const WithoutScriptContext = createContext<Partial<Record<Part, ReactNode>>>({})

/** The `noscript` element of one part. React does not hydrate its content. */
export function WithoutScript({ part = 'screen' }: { part?: Part }) {
  return <noscript>{use(WithoutScriptContext)[part]}</noscript>
}

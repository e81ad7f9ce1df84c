import { createContext, type ReactNode, use } from 'react'

/** The `noscript` content, provided on the server only; it is not in the browser's bundle. */
export const WithoutScriptContext = createContext<ReactNode>(null)

/** Its place on a screen. React does not hydrate the content of `noscript`. */
export function WithoutScript() {
  return <noscript>{use(WithoutScriptContext)}</noscript>
}

import { createContext, type ReactNode, use } from 'react'

/** What the server has to say to those without script; the browser's half of the page never has it. */
export const WithoutScriptContext = createContext<ReactNode>(null)

/** Where it stands on a screen. React leaves what is inside of `noscript` as the server wrote it. */
export function WithoutScript() {
  return <noscript>{use(WithoutScriptContext)}</noscript>
}

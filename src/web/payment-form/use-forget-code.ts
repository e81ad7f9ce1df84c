import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Empties the security code when the page is left: the back-forward cache would bring it back. */
export function useForgetCode(form: RefObject<HTMLFormElement | null>, onForget: () => void) {
  const forget = useEffectEvent(() => {
    const code = form.current?.elements.namedItem('card-code')
    if (code instanceof HTMLInputElement) code.value = ''
    onForget()
  })
  useEffect(() => {
    const leave = () => forget()
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [])
}

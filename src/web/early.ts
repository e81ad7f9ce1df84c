/**
 * Runs inline, before everything else. A button that is pressed before the page has come to life waits for it, and no
 * form is ever sent by the browser itself, which could carry what was typed into the address. What a frame says before
 * the page listens is kept.
 */
/** Makes the press that came before the page was alive, if one did. */
export type ReleaseEarlyPress = () => void
/** Hands out the messages of other origins that came so far, and keeps no more. */
export type TakeEarlyMessages = () => MessageEvent[]

let pressed: HTMLButtonElement | null = null

function keepPress(event: Event) {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (event.type === 'click' && button === null) return
  event.preventDefault()
  event.stopPropagation()
  if (button === null) return
  pressed?.removeAttribute('aria-busy')
  pressed = button
  pressed.setAttribute('aria-busy', 'true')
}

const EVENTS = ['click', 'submit'] as const
for (const type of EVENTS) document.addEventListener(type, keepPress, true)

window.releaseEarlyPress = () => {
  for (const type of EVENTS) document.removeEventListener(type, keepPress, true)
  pressed?.removeAttribute('aria-busy')
  if (pressed?.isConnected) pressed.click()
  pressed = null
}

const MESSAGES_MAX = 9
const messages: MessageEvent[] = []

function keepMessage(event: MessageEvent) {
  if (event.origin !== location.origin && messages.length < MESSAGES_MAX) messages.push(event)
}

window.addEventListener('message', keepMessage)

window.takeEarlyMessages = () => {
  window.removeEventListener('message', keepMessage)
  return messages.splice(0)
}

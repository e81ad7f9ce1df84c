import { type PageTroubleKind, REPORTS_PATH } from '../../contract/reports.ts'
import { NOTICE_ELEMENT_ID } from './page-data.ts'

/**
 * Runs inline, before everything else. A button that is pressed before the page has come to life waits for it, and no
 * form is ever sent by the browser itself, which could carry what was typed into the address. What a frame says before
 * the page listens is kept. A script that does not come, because it was changed on the way, is told of: browsers report
 * none that has the wrong hash. Where it is the page's own, or nothing lives in time, the page says so.
 */
/** Makes the press that came before the page was alive, if one did. */
export type ReleaseEarlyPress = () => void
/** Hands out the messages of other origins that came so far, and keeps no more. */
export type TakeEarlyMessages = () => MessageEvent[]
/** Tells our own origin once of what did not come, by its name or address. */
export type TellTrouble = (kind: PageTroubleKind, what: string) => void

const told = new Set<string>()

const tell: TellTrouble = (kind, what) => {
  if (told.has(what)) return
  told.add(what)
  const body = JSON.stringify({ kind, what, page: location.pathname })
  navigator.sendBeacon(REPORTS_PATH, new Blob([body], { type: 'application/json' }))
}

window.tellTrouble = tell
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement) tell('not_loaded', target.href)
    if (!(target instanceof HTMLScriptElement)) return
    tell('not_loaded', target.src)
    // Ours has one; one that an extension adds has not.
    if (target.integrity) giveUp()
  },
  true,
)

const STARTED_WITHIN_MS = 30_000
const notStarted = setTimeout(() => {
  tell('not_started', '')
  giveUp()
}, STARTED_WITHIN_MS)

let pressed: HTMLButtonElement | null = null
let notice: HTMLElement | null = null

/** Shows what the server has written for this. No press is kept any longer: whoever makes one is led to the way on. */
function giveUp() {
  notice = document.getElementById(NOTICE_ELEMENT_ID)
  if (notice) notice.hidden = false
  if (pressed) notice?.focus()
  letGo()
}

function letGo() {
  pressed?.removeAttribute('aria-busy')
  pressed = null
}

function keepPress(event: Event) {
  const button = (event.target as Element).closest('button')
  if (event.type === 'click' && button === null) return
  event.preventDefault()
  event.stopPropagation()
  if (notice) return notice.focus()
  if (button === null) return
  letGo()
  pressed = button
  pressed.setAttribute('aria-busy', 'true')
}

const EVENTS = ['click', 'submit'] as const
for (const type of EVENTS) document.addEventListener(type, keepPress, true)

window.releaseEarlyPress = () => {
  clearTimeout(notStarted)
  for (const type of EVENTS) document.removeEventListener(type, keepPress, true)
  if (notice) notice.hidden = true
  const button = pressed
  letGo()
  if (button?.isConnected) button.click()
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

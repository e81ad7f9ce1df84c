import { type PageTroubleKind, REPORTS_PATH } from '../../contract/reports.ts'
import { NOTICE_ELEMENT_ID } from './page-data.ts'

/**
 * Inline script that runs first. Event capture before hydration: it queues one button press for replay, prevents native
 * form submits (which could put typed text into the URL) and buffers messages of frames. It reports scripts and styles
 * that fail to load; browsers do not report a failed subresource integrity check (SRI). When a script of the page fails,
 * or hydration takes too long, it shows the notice of `not-alive.tsx`.
 */
/** Stops capturing and replays the queued press, if any. */
export type ReplayEarlyPress = () => void
/** Takes the buffered messages of other origins, and stops buffering. */
export type TakeEarlyMessages = () => MessageEvent[]
/** Sends a report to the page's origin, once per name or URL. */
export type ReportTrouble = (kind: PageTroubleKind, what: string) => void

const reported = new Set<string>()

const report: ReportTrouble = (kind, what) => {
  if (reported.has(what)) return
  reported.add(what)
  const body = JSON.stringify({ kind, what, page: location.pathname })
  navigator.sendBeacon(REPORTS_PATH, new Blob([body], { type: 'application/json' }))
}

window.reportTrouble = report
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement) report('not_loaded', target.href)
    if (!(target instanceof HTMLScriptElement)) return
    report('not_loaded', target.src)
    // Only our scripts have SRI; those of browser extensions do not.
    if (target.integrity) giveUp()
  },
  true,
)

const STARTED_WITHIN_MS = 30_000
const notStarted = setTimeout(() => {
  report('not_started', '')
  giveUp()
}, STARTED_WITHIN_MS)

let pressed: HTMLButtonElement | null = null
let notice: HTMLElement | null = null

/** Shows the server-rendered notice. Presses are no longer queued: they focus the notice. */
function giveUp() {
  notice = document.getElementById(NOTICE_ELEMENT_ID)
  if (notice) notice.hidden = false
  if (pressed) notice?.focus()
  dropPress()
}

function dropPress() {
  pressed?.removeAttribute('aria-busy')
  pressed = null
}

function queuePress(event: Event) {
  const button = (event.target as Element).closest('button')
  if (event.type === 'click' && button === null) return
  event.preventDefault()
  event.stopPropagation()
  if (notice) return notice.focus()
  if (button === null) return
  dropPress()
  pressed = button
  pressed.setAttribute('aria-busy', 'true')
}

const EVENTS = ['click', 'submit'] as const
for (const type of EVENTS) document.addEventListener(type, queuePress, true)

window.replayEarlyPress = () => {
  clearTimeout(notStarted)
  for (const type of EVENTS) document.removeEventListener(type, queuePress, true)
  if (notice) notice.hidden = true
  const button = pressed
  dropPress()
  if (button?.isConnected) button.click()
}

const MESSAGES_MAX = 9
const messages: MessageEvent[] = []

function bufferMessage(event: MessageEvent) {
  if (event.origin !== location.origin && messages.length < MESSAGES_MAX) messages.push(event)
}

window.addEventListener('message', bufferMessage)

window.takeEarlyMessages = () => {
  window.removeEventListener('message', bufferMessage)
  return messages.splice(0)
}

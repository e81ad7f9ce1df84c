import { type PageTroubleKind, REPORTS_PATH } from '#contract/reports.ts'
import { NOTICE_ELEMENT_ID } from './page-data.ts'

/**
 * Inline script that runs first. Event capture before hydration: it queues one button press for replay, prevents native
 * form submits (which could put typed text into the URL), requests the card frame, buffers messages of frames and shows a
 * frame that sends one. It reports scripts and styles that fail to load; browsers do not report a failed subresource
 * integrity check (SRI). When a script of the page fails, or hydration takes too long, it shows the notice of
 * `not-alive.tsx`.
 */
/** Stops capturing within a form or the document, and replays the queued press there, if any. */
export type ReplayEarlyPress = (within: HTMLFormElement | Document) => void
/** Shows the notice that the page does not work, and drops a queued press. */
export type GiveUp = () => void
/** Takes the buffered messages of frames, and stops buffering. */
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
let notice: HTMLElement | null | undefined
/** The node that handles its own presses: first the form, then the document. */
let alive: Node | undefined

/** Shows the server-rendered notice. Presses are no longer queued: they focus the notice. */
function giveUp() {
  notice = document.getElementById(NOTICE_ELEMENT_ID)
  if (notice) notice.hidden = false
  if (pressed) notice?.focus()
  dropPress()
}

window.giveUp = giveUp

function dropPress() {
  pressed?.removeAttribute('aria-busy')
  pressed = null
}

function queuePress(event: Event) {
  const target = event.target as Element
  const button = target.closest('button')
  if (event.type === 'click' && !button) return
  if (!notice && alive?.contains(target)) return
  event.preventDefault()
  event.stopPropagation()
  if (notice) return notice.focus()
  if (!button) return
  dropPress()
  pressed = button
  pressed.setAttribute('aria-busy', 'true')
}

for (const type of ['click', 'submit']) document.addEventListener(type, queuePress, true)

window.replayEarlyPress = (within) => {
  alive = within
  if ('body' in within) {
    clearTimeout(notStarted)
    if (notice) notice.hidden = true
    notice = null
  }
  const button = pressed
  if (within.contains(button)) dropPress()
  if (!pressed) button?.click()
}

/**
 * Requests the card frame while the document is still parsed, from the template in its head. In a browser that can
 * move an element without reloading it, the frame waits outside the body until its place is parsed; in others it is
 * only inserted, and loaded, at its place.
 */
function requestCardFrame({ content }: HTMLTemplateElement) {
  const frame = document.importNode(content, true).children[0]
  if (!frame) return
  const isMovable = 'moveBefore' in frame
  if (isMovable) document.documentElement.append(frame)
  const parsing = new MutationObserver(() => {
    const place = document.querySelector('.card-frame')
    if (!place) return
    parsing.disconnect()
    if (isMovable) place.moveBefore(frame, place.firstChild)
    else place.prepend(frame)
  })
  parsing.observe(document, { childList: true, subtree: true })
}

const template = document.querySelector('template')
if (template) requestCardFrame(template)

const messages: MessageEvent[] = []

/**
 * Buffers a message, and shows the frame that sent it. Ours is sandboxed, those of browser extensions are not. A card
 * frame is hidden until its ready message, since browsers show a picture of their own where nothing has loaded.
 */
function bufferMessage(event: MessageEvent) {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('[sandbox]')) {
    if (frame.contentWindow !== event.source || messages.length > 8) continue
    frame.hidden = false
    messages.push(event)
  }
}

window.addEventListener('message', bufferMessage)

window.takeEarlyMessages = () => {
  window.removeEventListener('message', bufferMessage)
  return messages.splice(0)
}

import { createHash } from 'node:crypto'

/** Elements that run code, embed, navigate or submit, or that control how the browser does so. */
const ACTIVE = /^(applet|base|embed|form|frame|iframe|link|meta|object|portal|script|style)$/
const ACTIVE_ATTRIBUTE = /\s(on\w+|formaction|srcdoc|ping)\s*=|javascript:/i
const NAME = /[a-z][\w-]{0,40}/iy
const DATA = 'type="application/json"'

/** Returns the source text of all active parts of a document. A script or style has the hash of its content appended. */
export function activeParts(html: string): string[] {
  const parts: string[] = []
  const lower = html.toLowerCase()
  // Scans by indexOf: on an attacker's document a regular expression could backtrack for hours (ReDoS).
  for (let place = html.indexOf('<'); place >= 0; place = html.indexOf('<', place)) {
    NAME.lastIndex = place + 1
    const name = NAME.exec(html)?.[0].toLowerCase()
    const end = html.indexOf('>', place)
    if (end < 0) break
    const tag = html.slice(place, end + 1)
    place = name === undefined ? place + 1 : end + 1
    if (name === 'script' || name === 'style') {
      const close = lower.indexOf(`</${name}`, place)
      const text = html.slice(place, close < 0 ? html.length : close)
      const isData = text === '' || tag.includes(DATA)
      parts.push(isData ? tag : `${tag} ${sha384(text)}`)
      place += text.length
    } else if (name !== undefined && (ACTIVE.test(name) || hasActiveAttribute(tag))) {
      parts.push(tag)
    }
  }
  return parts
}

/** Whether a tag is active by its attributes. */
export function hasActiveAttribute(tag: string): boolean {
  return ACTIVE_ATTRIBUTE.test(tag)
}

export function sha384(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}

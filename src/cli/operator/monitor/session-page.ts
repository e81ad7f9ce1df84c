import { createHash } from 'node:crypto'
import { activeParts, hasActiveAttribute } from './active-parts.ts'
import { compareParts } from './compare-documents.ts'
import { compareHeaders } from './compare-headers.ts'
import type { Difference } from './finding.ts'

interface Page {
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
}

const POLICY = 'content-security-policy'
const STYLE = '<style>'
const OWN_STYLE = /^:root\{[^{}]*\}(@media \(prefers-color-scheme:dark\)\{:root\{[^{}]*\}\})?$/
/**
 * Compares a session's page with the page without a session. Their active parts are the same, except the merchant's
 * styles, the card's frame, and forms that submit to the page itself.
 */
export function sessionPageDifferences(
  wanted: Page,
  got: Page,
  fieldsUrl: string,
  allowed: readonly string[],
): Difference[] {
  const html = new TextDecoder().decode(got.bytes)
  const own = html
    .split(STYLE)
    .slice(1)
    .map((rest) => rest.slice(0, Math.max(rest.indexOf('<'), 0)))
    .filter((style) => OWN_STYLE.test(style))
  const found = new Headers(got.headers)
  const policy = found.get(POLICY)
  if (policy !== null) found.set(POLICY, withoutStyles(policy, own))
  const parts = activeParts(html).filter(
    (part) => !isOwnForm(part) && !isPollingRefresh(part) && !isFrameOf(part, fieldsUrl),
  )
  const ownParts = own.map((style) => activeParts(`<style>${style}</style>`)[0])
  const wantedParts = activeParts(new TextDecoder().decode(wanted.bytes))
  return [
    ...(got.status === 200 ? [] : [{ what: 'status', expected: '200', found: String(got.status) }]),
    ...compareHeaders(wanted.headers, found, allowed),
    ...compareParts(
      wantedParts,
      parts.filter((part) => wantedParts.includes(part) || !ownParts.includes(part)),
    ),
  ]
}

/** The content security policy without the hashes of the merchant's styles. */
function withoutStyles(policy: string, styles: readonly string[]): string {
  return styles.reduce((rest, style) => {
    const hash = createHash('sha256').update(style).digest('base64')
    return rest.replace(` 'sha256-${hash}'`, '')
  }, policy)
}

/** Whether a form submits to the page itself. */
function isOwnForm(tag: string): boolean {
  if (!tag.startsWith('<form') || /\starget\b/i.test(tag) || hasActiveAttribute(tag)) return false
  const actions = tag.split(/\saction\b/i).length - 1
  return actions === 0 || (actions === 1 && tag.includes(' action="?'))
}

/** The refresh by which the page polls without script. */
function isPollingRefresh(tag: string): boolean {
  return /^<meta http-equiv="refresh" content="\d{1,6};url=\?[^"]{0,200}">$/.test(tag)
}

function isFrameOf(tag: string, fieldsUrl: string): boolean {
  if (!tag.startsWith('<iframe') || hasActiveAttribute(tag)) return false
  return tag.split(/\ssrc\b/i).length === 2 && tag.includes(` src="${fieldsUrl}/card/`)
}

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
/** Only colours and sizes, by their names. */
const OWN_STYLE = /^:root\{[^{}]*\}(@media \(prefers-color-scheme:dark\)\{:root\{[^{}]*\}\})?$/
/**
 * Holds the page of a session against the page of none: all that does something is the same, but the merchant's own look,
 * the card's frame, and forms that lead to the page itself.
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
    (part) => !isOwnForm(part) && !asksAgain(part) && !isFrameOf(part, fieldsUrl),
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

/** The policy without the hashes of these styles, which the merchant's look has. */
function withoutStyles(policy: string, styles: readonly string[]): string {
  return styles.reduce((rest, style) => {
    const hash = createHash('sha256').update(style).digest('base64')
    return rest.replace(` 'sha256-${hash}'`, '')
  }, policy)
}

/** Forms of the page lead to the page itself. */
function isOwnForm(tag: string): boolean {
  if (!tag.startsWith('<form') || /\starget\b/i.test(tag) || hasActiveAttribute(tag)) return false
  const actions = tag.split(/\saction\b/i).length - 1
  return actions === 0 || (actions === 1 && tag.includes(' action="?'))
}

/** Without script the page asks again by itself. */
function asksAgain(tag: string): boolean {
  return /^<meta http-equiv="refresh" content="\d{1,6};url=\?[^"]{0,200}">$/.test(tag)
}

function isFrameOf(tag: string, fieldsUrl: string): boolean {
  if (!tag.startsWith('<iframe') || hasActiveAttribute(tag)) return false
  return tag.split(/\ssrc\b/i).length === 2 && tag.includes(` src="${fieldsUrl}/card/`)
}

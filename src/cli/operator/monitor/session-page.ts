import { createHash } from 'node:crypto'
import { cardFramePath } from '#domain/methods/card/frame-path.ts'
import { frameSources } from '#domain/methods/card/frame-sources.ts'
import { activeParts, hasActiveAttribute } from './active-parts.ts'
import { compareParts } from './compare-documents.ts'
import { compareHeaders } from './compare-headers.ts'
import type { MonitoredSite } from './expected-site.ts'
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
  {
    site,
    reference,
    challengeFrameOrigins,
  }: { site: MonitoredSite; reference: string; challengeFrameOrigins: readonly string[] },
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
  const frames = site.fieldsUrl + cardFramePath(reference)
  // A session that takes no cards, or has ended, lists no frames of a challenge.
  const sources = [[], challengeFrameOrigins].map((origins) =>
    frameSources(reference, site, origins),
  )
  if (policy !== null) found.set(POLICY, withoutFrames(withoutStyles(policy, own), sources))
  const parts = activeParts(html).filter(
    (part) =>
      !isOwnForm(part) &&
      !isPollingRefresh(part) &&
      !isFrameOf(part, frames) &&
      part !== preconnectTo(site.fieldsUrl),
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

/** Turns the policy into that of a page without a session, which allows no frames. */
function withoutFrames(policy: string, sources: readonly string[]): string {
  return sources.reduce(
    (rest, frames) => rest.replace(` frame-src ${frames};`, " frame-src 'none';"),
    policy,
  )
}

/** Whether a form submits to the page itself. */
function isOwnForm(tag: string): boolean {
  if (!tag.startsWith('<form') || /\starget\b/i.test(tag) || hasActiveAttribute(tag)) return false
  const actions = tag.split(/\saction\b/i).length - 1
  return actions === 0 || (actions === 1 && tag.includes(' action="?'))
}

/** Whether a tag is the refresh by which the page polls without script. */
function isPollingRefresh(tag: string): boolean {
  return /^<meta http-equiv="refresh" content="\d{1,6};url=\?[^"]{0,200}">$/.test(tag)
}

/** The connection that the page opens for its card frame. */
function preconnectTo(fieldsUrl: string): string {
  return `<link rel="preconnect" href="${new URL(fieldsUrl).origin}">`
}

/** Whether a tag is the card frame of this session. The frame of another session would seal the card for that session. */
function isFrameOf(tag: string, frames: string): boolean {
  if (!tag.startsWith('<iframe') || hasActiveAttribute(tag)) return false
  return tag.split(/\ssrc\b/i).length === 2 && tag.includes(` src="${frames}`)
}

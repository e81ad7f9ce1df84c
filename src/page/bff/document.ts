import { createHash } from 'node:crypto'
import type { BuildManifest, RenderedPage } from './load-build.ts'

export interface DocumentTemplate {
  /** CSP hashes of every script that a document may run: inline scripts, and files by their integrity. */
  scriptHashes: readonly string[]
  write(page: RenderedPage, locale: string): WrittenDocument
}

export interface WrittenDocument {
  html: string
  styleHashes: string[]
}

/** Creates the document around a rendered page. Every script is allowed by hash; the rest is data. */
export function createDocumentTemplate(manifest: BuildManifest): DocumentTemplate {
  const { entry, preloads, css, cssHash, early, earlyHash, scripts } = manifest
  const head = [
    '<meta name="robots" content="noindex,nofollow">',
    '<meta name="color-scheme" content="light dark">',
    // Else phones make links of ids, digitable lines and dates, as of telephone numbers.
    '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">',
    '<meta name="theme-color" content="#f5f6f8" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#0d0f14" media="(prefers-color-scheme: dark)">',
    // Lazy chunks get their integrity from this map: `import()` has no attribute for it.
    `<script type="importmap">${manifest.importMap}</script>`,
    `<script>${early}</script>`,
    `<script type="module" src="${entry}"${integrity(entry)}></script>`,
    ...preloads.map((path) => `<link rel="modulepreload" href="${path}"${integrity(path)}>`),
    `<style>${css}</style>`,
  ].join('\n')

  function integrity(path: string): string {
    const hash = scripts[path]
    if (hash === undefined) throw new Error(`the build has no integrity for ${path}`)
    // guard: script-integrity
    return ` integrity="${hash}"`
  }

  return {
    scriptHashes: [...new Set([manifest.importMapHash, earlyHash, ...Object.values(scripts)])],
    write(page, locale) {
      const { html: markup, cardFrame, connectTo, icon, notice, title } = page
      const { direction, style, data, refresh } = page
      const ownStyle = style === '' ? '' : `<style>${style}</style>`
      const html = `<!doctype html>
<html lang="${locale}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeText(title)}</title>
${connectTo === null ? '' : preconnect(connectTo)}${cardFrame === null ? '' : inert(cardFrame)}${head}
<link rel="icon" href="${icon ?? '/favicon.svg'}">
${ownStyle}${refresh === null ? '' : askAgain(refresh)}
</head>
<body>
${notice}<div id="root">${markup}</div>
<script type="application/json" id="page-data">${inlineJson(data)}</script>
</body>
</html>`
      return { html, styleHashes: style === '' ? [cssHash] : [cssHash, sha256(style)] }
    },
  }
}

/** Lets the browser connect before the parser reaches the card frame. */
function preconnect(origin: string): string {
  return `<link rel="preconnect" href="${escapeText(origin)}">\n`
}

/** The card frame's markup in a template, from which the early script requests the frame. */
function inert(markup: string): string {
  return `<template>${markup}</template>\n`
}

/** Meta refresh, for browsers without script. */
function askAgain({ seconds, address }: NonNullable<RenderedPage['refresh']>): string {
  const content = escapeText(`${seconds};url=${address}`)
  return `\n<noscript><meta http-equiv="refresh" content="${content}"></noscript>`
}

/** JSON that is inert in HTML, whatever texts it contains. */
export function inlineJson(data: unknown): string {
  return JSON.stringify(data).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

import { FRAME_DATA_ID, FRAME_WORDS_ID, type FrameWords } from './frame-data.ts'
import type { CardField } from './protocol.ts'

export interface FrameTexts {
  locale: string
  direction: 'ltr' | 'rtl'
  title: string
  labels: Readonly<Record<CardField, string>>
  hints: { expiry: string; code: string; codeInFront: string; name: string }
  words: FrameWords
}

export interface FrameCode {
  style: string
  /** Sets the merchant's look before the first paint, and announces the frame to the page. */
  head: string
  /** Formats, validates and encrypts the fields. */
  script: string
  /** In its place where the processor's key says how a card is sealed. */
  sealingScript: string
  /** SVG groups, each with a brand's id. */
  marks: string
}

/** Replaced by `FrameData` for each response. */
export const DATA_PLACEHOLDER = '{"data":"of the server"}'

const DIGITS = 'inputmode="numeric" enterkeyhint="next" spellcheck="false"'

/**
 * The card frame's HTML, usable before its script runs. A native submit of the form sends nothing: `method="dialog"` and
 * the document's CSP (`form-action`) both prevent it.
 */
export function frameDocument(
  texts: FrameTexts,
  { style, head, script, marks }: Omit<FrameCode, 'sealingScript'>,
): string {
  const { locale, direction, title, hints, words } = texts
  return `<!doctype html>
<html lang="${locale}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex,nofollow">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
<script type="application/json" id="${FRAME_DATA_ID}">${DATA_PLACEHOLDER}</script>
<script>${head}</script>
</head>
<body>
<form method="dialog" novalidate>
${fieldOf('card-number', texts, {
  attributes: `autocomplete="cc-number" ${DIGITS}`,
  placeholder: '0000 0000 0000 0000',
  direction: 'ltr',
  inside: BRAND_SHOWN,
})}
<div class="row">
${fieldOf('card-expiry', texts, {
  attributes: `autocomplete="cc-exp" ${DIGITS}`,
  placeholder: hints.expiry,
  direction: 'ltr',
})}
${fieldOf('card-code', texts, {
  attributes: `autocomplete="cc-csc" ${DIGITS}`,
  placeholder: hints.code,
  direction: 'ltr',
  inside: CODE_PLACE,
})}
</div>
<p id="code-in-front" hidden>${escapeHtml(hints.codeInFront)}</p>
${fieldOf('card-name', texts, {
  attributes: 'autocomplete="cc-name" autocapitalize="words" enterkeyhint="go" spellcheck="false"',
  placeholder: hints.name,
})}
</form>
<template id="marks">${brandMarks(marks)}</template>
<script type="application/json" id="${FRAME_WORDS_ID}">${inlineJson(words)}</script>
<script>${script}</script>
</body>
</html>
`
}

interface Control {
  attributes: string
  placeholder: string
  /** Digits are written from left to right in every language. */
  direction?: 'ltr'
  inside?: string
}

function fieldOf(
  field: CardField,
  { labels }: FrameTexts,
  { attributes, placeholder, direction, inside = '' }: Control,
): string {
  const dir = direction === undefined ? '' : ` dir="${direction}"`
  return `<div class="field">
<div class="field-label"><label for="${field}">${escapeHtml(labels[field])}</label></div>
<div class="control"><input id="${field}" name="${field}" required aria-invalid="false" placeholder="${escapeHtml(placeholder)}"${dir} ${attributes}>${inside}</div>
<p class="why" id="${field}-error" hidden></p>
</div>`
}

const BRAND_SHOWN =
  '<span class="inside" id="brand" hidden><span class="visually-hidden" id="brand-name"></span></span>'

/** The brands' marks, inert until the frame's script starts, so that the fields need not wait for them. */
function brandMarks(marks: string): string {
  return `<svg class="mark" width="34" height="22" viewBox="0 0 34 22" aria-hidden="true">${marks}</svg>`
}

/** A picture of where the security code is printed: on the back, or on the front. */
const CODE_PLACE =
  '<svg class="inside" width="30" height="22" viewBox="0 0 30 22" fill="currentColor" aria-hidden="true"><rect x="1" y="1" width="28" height="20" rx="3" fill="none" stroke="currentColor" stroke-width="1.4"/><path class="back" d="M1 5.5h28v3H1zM17 12h9v5h-9z"/><path class="front" d="M17 5h9v5h-9z"/></svg>'

function inlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

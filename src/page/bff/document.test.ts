import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDocumentTemplate, inlineJson } from './document.ts'

const MANIFEST = {
  environment: 'sandbox',
  entry: '/entry.js',
  preloads: [],
  css: '',
  cssHash: '',
  early: '',
  earlyHash: '',
  importMap: '{}',
  importMapHash: '',
  words: {},
  countries: {},
  scripts: { '/entry.js': 'sha384-entry' },
} as const
const PAGE = {
  html: '',
  cardFrame: null,
  notice: '',
  title: '',
  icon: null,
  direction: 'ltr',
  style: '',
  data: null,
  refresh: null,
} as const

describe('the document', () => {
  it.each([
    ['opens a connection to the card frame', 'https://fields.example', 1],
    ['opens none where there is no frame', null, 0],
  ])('%s', (_, connectTo, count) => {
    const template = createDocumentTemplate({ ...MANIFEST, preloads: [...MANIFEST.preloads] })
    const { html } = template.write({ ...PAGE, connectTo }, 'en')
    const links = html.split('<link rel="preconnect" href="https://fields.example">')
    expect(links).toHaveLength(1 + count)
  })

  it.each([
    ['has the card frame in a template before the script that requests it', '<iframe></iframe>'],
    ['has no template without a card frame', null],
  ])('%s', (_, cardFrame) => {
    const template = createDocumentTemplate({ ...MANIFEST, preloads: [], early: 'early()' })
    const { html } = template.write({ ...PAGE, connectTo: null, cardFrame }, 'en')
    const [head = ''] = html.split('</head>')
    const [before = '', after = ''] = head.split('<script>early()</script>')
    expect(before.includes(`<template>${cardFrame}</template>`)).toBe(cardFrame !== null)
    expect(after).not.toContain('<template>')
  })
})

it.each([
  ['the logo of the merchant', '/api/checkout/reference/images/logo'],
  ['our own where the merchant has none', null],
])('shows in the tab %s', (_, icon) => {
  const template = createDocumentTemplate({ ...MANIFEST, preloads: [...MANIFEST.preloads] })
  const { html } = template.write({ ...PAGE, connectTo: null, icon }, 'en')
  const icons = html.match(/<link rel="icon"[^>]*>/g)
  expect(icons).toEqual([`<link rel="icon" href="${icon ?? '/favicon.svg'}">`])
})

describe('inlineJson', () => {
  it('round-trips', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        expect(JSON.parse(inlineJson(data))).toEqual(JSON.parse(JSON.stringify(data)))
      }),
    )
  })

  it.each(['</script>', '<!--', ']]>', '&lt;', '\u2028', '\u2029', '<script>'])(
    'escapes %j for HTML parsers and old script parsers',
    (text) => {
      expect(inlineJson({ text })).toMatch(/^[^<>&\u2028\u2029]*$/)
    },
  )
})

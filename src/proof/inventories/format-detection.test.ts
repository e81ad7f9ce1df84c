import { expect, it } from 'vitest'
import { listServedSources, readSource } from './sources.ts'

const HEAD = '<meta charset="utf-8"'
const ASKED = '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no"'
/** Has labels and fields, and neither ids nor dates. */
const WITHOUT_IDS = ['page/card-frame/frame-document.ts']

it('F-17: every document asks phones to make no links of its ids and dates', () => {
  const documents = listServedSources().filter(
    (path) => /\.(?:ts|tsx|html)$/.test(path) && readSource(path).includes(HEAD),
  )
  expect(documents).toContain('page/bff/document.ts')
  expect(documents).toContain('page/receipt/receipt-html.ts')
  const asking = documents.filter((path) => readSource(path).includes(ASKED))
  expect(documents.filter((path) => !asking.includes(path))).toEqual(WITHOUT_IDS)
})

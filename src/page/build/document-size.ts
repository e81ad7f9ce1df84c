import { compress } from '#http/compress.ts'
import { createDocumentTemplate } from '../bff/document.ts'
import { filesIn, loadBuild } from '../bff/load-build.ts'
import type { Checkout } from '#contract/checkout.ts'
import { everyField, sampleCheckout } from '#contract/openapi/sample-checkout.ts'
import { pageCheckout } from '../bff/page-view.ts'

const INPUT = {
  reference: '0'.repeat(33),
  problem: null,
  search: '',
  form: null,
  payBy: null,
  fieldsUrl: 'https://fields.example.com',
}

/** Compressed sizes of a build's documents, in the language in which they are largest. */
export interface DocumentSizes {
  bytes: number
  /** With every field. */
  withAddressBytes: number
}

export async function documentSizes(directory: string): Promise<DocumentSizes> {
  const build = await loadBuild(directory)
  if (build.kind === 'missing') throw new Error(`${directory} has no build`)
  const { locales, renderPage, manifest } = build
  const template = createDocumentTemplate(manifest)

  async function largest(session: Checkout): Promise<number> {
    const sizes = locales.map(async (locale) => {
      const checkout = pageCheckout(session, locale)
      const page = renderPage({ ...INPUT, ...filesIn(manifest, locale), locale, checkout })
      return Buffer.byteLength(await compress(template.write(page, locale).html, 'br'))
    })
    return Math.max(...(await Promise.all(sizes)))
  }
  return {
    bytes: await largest(sampleCheckout),
    withAddressBytes: await largest({ ...sampleCheckout, collect: everyField }),
  }
}

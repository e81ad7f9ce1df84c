import { html } from 'hono/html'
import { PROBLEMS } from '#contract/problem.ts'
import type { PlacedAssets } from '../docs-assets.ts'
import { type ApiDocument, callsOf } from './api-document.ts'
import { declinesSection, refusalsSection } from './codes.ts'
import type { Html } from './html.ts'
import { introduction } from './introduction.ts'
import { markdown } from './markdown.ts'
import { chapterId, navigation } from './navigation.ts'
import { deliverySection, notificationSections } from './notifications.ts'
import { objectSection, objectsOf } from './objects.ts'
import { operationSection, type ReferenceContext } from './operation-section.ts'

export interface ReferencePageInput {
  document: ApiDocument
  documentPath: string
  /** Where the package that merchants install is served, if it is. */
  packagePath: string | undefined
  assets: PlacedAssets
}

/** Splits `Hosted Checkout API (sandbox)` into product name and environment. */
const TITLE = /^([^()]+) \(([^()]+)\)$/

/** Renders the API reference as one page that is readable without JavaScript. */
export function referencePage({
  document,
  documentPath,
  packagePath,
  assets,
}: ReferencePageInput): Html {
  const context: ReferenceContext = {
    document,
    objects: new Set(objectsOf(document)),
    codes: new Set(Object.keys(PROBLEMS)),
  }
  const { title } = document.info
  const script = assets['docs.js']
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="${assets['icon.svg'].path}" type="image/svg+xml" />
        <link rel="stylesheet" href="${assets['docs.css'].path}" />
        <script defer src="${script.path}" integrity="${script.integrity}"></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        ${pageHeader(document, assets)}
        <div class="columns">
          ${navigation(context)}
          <main id="main" tabindex="-1">
            ${introduction(document, { documentPath, packagePath })}
            ${document.tags.map((tag) => tagChapter(tag, context))} ${deliverySection()}
            ${objectsChapter(context)} ${refusalsSection()} ${declinesSection()}
          </main>
        </div>
        <footer>
          <p>
            ${document.info.title} ${document.info.version}, made of
            <a href="${documentPath}">its OpenAPI document</a>. Free software under the MIT licence.
          </p>
        </footer>
      </body>
    </html>`
}

function pageHeader({ info }: ApiDocument, assets: PlacedAssets): Html {
  const [, name = info.title, environment] = TITLE.exec(info.title) ?? []
  return html`<header class="top">
    <a class="product" href="#introduction">
      <img src="${assets['icon.svg'].path}" alt="" width="24" height="24" />${name}
    </a>
    ${environment === undefined ? '' : html`<span class="environment">${environment}</span>`}
    <span class="version">${info.version}</span>
    <button type="button" class="open-contents" popovertarget="contents">Contents</button>
  </header>`
}

/** The operations of a tag; the tag without operations documents the webhooks. */
function tagChapter({ name, description }: ApiDocument['tags'][number], context: ReferenceContext) {
  const calls = callsOf(context.document).filter(({ operation }) => operation.tags.includes(name))
  return chapter(
    name,
    description,
    calls.length > 0
      ? html`${calls.map((call) => operationSection(call, context))}`
      : notificationSections(context),
  )
}

function objectsChapter(context: ReferenceContext): Html {
  return chapter(
    'Objects',
    'What calls answer and notifications carry.',
    html`${[...context.objects].map((name) =>
      objectSection(name, context.document, context.objects),
    )}`,
  )
}

function chapter(name: string, description: string, content: Html): Html {
  const id = chapterId(name)
  return html`<section class="chapter" id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title"><a href="#${id}">${name}</a></h2>
    ${markdown(description)} ${content}
  </section>`
}

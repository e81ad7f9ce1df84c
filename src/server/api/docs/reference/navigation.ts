import { html } from 'hono/html'
import { callsOf } from './api-document.ts'
import type { Html } from './html.ts'
import { methodBadge, type ReferenceContext } from './operation-section.ts'

interface Link {
  id: string
  text: string
  method?: string
}

/** The table of contents: chapters with their operations, event types or objects. */
export function navigation(context: ReferenceContext): Html {
  return html`<nav id="contents" aria-label="Contents" popover>
    <search class="filter" hidden>
      <label for="filter">Find a call, an event or an object</label>
      <input
        id="filter"
        type="search"
        placeholder="Find a call"
        autocomplete="off"
        spellcheck="false"
      />
      <kbd>/</kbd>
      <output for="filter"></output>
    </search>
    ${chapters(context).map(
      ({ id, text, links }) =>
        html`<div class="group">
          <p><a href="#${id}">${text}</a></p>
          ${
            links.length === 0
              ? ''
              : html`<ul>
                  ${links.map(
                    ({ id, text, method }) =>
                      html`<li>
                        <a href="#${id}"
                          >${text}${method === undefined ? '' : methodBadge(method)}</a
                        >
                      </li>`,
                  )}
                </ul>`
          }
        </div>`,
    )}
  </nav>`
}

function chapters({ document, objects }: ReferenceContext): (Link & { links: Link[] })[] {
  const calls = callsOf(document)
  const notifications = Object.entries(document.webhooks).map(([text, { post }]) => ({
    id: post.operationId,
    text,
  }))
  const byTag = document.tags.map(({ name }) => ({
    id: chapterId(name),
    text: name,
    links: calls
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ method, operation }) => ({
        id: operation.operationId,
        text: operation.summary,
        method,
      })),
  }))
  return [
    { id: 'introduction', text: 'Introduction', links: [] },
    ...byTag.map((chapter) =>
      chapter.links.length > 0
        ? chapter
        : {
            ...chapter,
            links: [{ id: 'receiving', text: 'Receive a notification' }, ...notifications],
          },
    ),
    { id: 'deliveries', text: 'Delivery of notifications', links: [] },
    { id: 'objects', text: 'Objects', links: [...objects].map((id) => ({ id, text: id })) },
    { id: 'refusals', text: 'Refusals', links: [] },
    { id: 'declines', text: 'Declined payments', links: [] },
  ]
}

/** The anchor of a chapter, such as `sessions`. */
export function chapterId(tag: string): string {
  return tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

import { html } from 'hono/html'
import { RETRY_DELAYS_SECONDS } from '#domain/retry-schedule.ts'
import { examplesOf, parametersOf } from './api-document.ts'
import { jsonExample, sample } from './code-block.ts'
import { field } from './fields.ts'
import type { Html } from './html.ts'
import { markdown } from './markdown.ts'
import type { ReferenceContext } from './operation-section.ts'
import { RECEIVE_WEBHOOK } from './samples/receive-webhook.ts'

/** How webhooks are received, and the body of each event type. */
export function notificationSections(context: ReferenceContext): Html {
  return html`${receiving(context)}
  ${Object.entries(context.document.webhooks).map(
    ([type, { post }]) =>
      html`<section class="entry" id="${post.operationId}">
        <div class="text">
          <h3><a href="#${post.operationId}">${type}</a></h3>
          ${markdown(post.description)}
          <p>The body is a <a href="#Notification">Notification</a>.</p>
        </div>
        <div class="code">
          ${examplesOf(post.requestBody?.content['application/json'], context.document).map(
            ({ value }) => jsonExample(`Body of ${type}`, value),
          )}
        </div>
      </section>`,
  )}`
}

function receiving({ document, objects }: ReferenceContext): Html | '' {
  const [first] = Object.values(document.webhooks)
  if (first === undefined) return ''
  const { post } = first
  const context = {
    components: document.components.schemas,
    objects,
    marks: 'required',
  } as const
  return html`<section class="entry" id="receiving">
    <div class="text">
      <h3><a href="#receiving">Receive a notification</a></h3>
      <p>
        Each is a POST to your callback with a <a href="#Notification">Notification</a> as JSON.
        Verify the signature over the exact bytes before you read them.
      </p>
      <h4>Headers</h4>
      <ul class="fields">
        ${parametersOf(post, document).map(({ name, required, schema }) =>
          field({ name, schema, isRequired: required }, context),
        )}
      </ul>
      <h4>Your answer</h4>
      <dl class="answers">
        ${Object.entries(post.responses).map(
          ([status, { description }]) =>
            html`<div>
              <dt><code class="status">${status === 'default' ? 'other' : status}</code></dt>
              <dd>${markdown(description)}</dd>
            </div>`,
        )}
      </dl>
    </div>
    <div class="code">${sample('TypeScript', RECEIVE_WEBHOOK)}</div>
  </section>`
}

/** The retry schedule of deliveries. */
export function deliverySection(): Html {
  return html`<section class="chapter" id="deliveries" aria-labelledby="deliveries-title">
    <h2 id="deliveries-title"><a href="#deliveries">Delivery of notifications</a></h2>
    <p>
      A notification is delivered when your callback answers with 200 to 299 within 10 seconds.
      Redirects are failures. 410 disables the callback. A 429 or 503 with
      <code>Retry-After</code> is heeded. Whatever else happens, it is tried again at the times
      below, each spread by 20 %, and after the last it rests as <code>exhausted</code> until you
      replay it.
    </p>
    <p>
      Events come at least once and may overtake each other: take in each
      <code>webhook-id</code> once, and order by <code>sequence</code>, which counts per session
      without gaps.
    </p>
    ${retryTable()}
  </section>`
}

function retryTable(): Html {
  let sinceEvent = 0
  const rows = RETRY_DELAYS_SECONDS.map((seconds, index) => {
    sinceEvent += seconds
    return html`<tr>
      <td>${index + 1}</td>
      <td>${index === 0 ? 'at once' : duration(seconds)}</td>
      <td>${index === 0 ? '–' : duration(sinceEvent)}</td>
    </tr>`
  })
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Try</th>
        <th scope="col">After the one before</th>
        <th scope="col">After the event</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
}

/** Whole hours, minutes and seconds, such as `17 h 42 min 35 s`. */
function duration(seconds: number): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

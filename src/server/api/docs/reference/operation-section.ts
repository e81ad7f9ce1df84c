import { html } from 'hono/html'
import {
  type Answer,
  type ApiDocument,
  type Call,
  examplesOf,
  nameOfReference,
  type Operation,
  type Parameter,
  parametersOf,
  successOf,
} from './api-document.ts'
import { foldedExamples, jsonExample, sample, wordsOf } from './code-block.ts'
import { field, fieldsOf, type FieldsContext } from './fields.ts'
import type { Html } from './html.ts'
import { inline, markdown } from './markdown.ts'
import { samplePartsOf } from './samples/sample-parts.ts'
import { writeCurl } from './samples/write-curl.ts'
import { writeTypeScript } from './samples/write-typescript.ts'

const JSON_TYPE = 'application/json'

const PLACES = { path: 'Path', query: 'Query', header: 'Headers' } as const
type Place = keyof typeof PLACES

export interface ReferenceContext {
  document: ApiDocument
  /** Components with their own section. */
  objects: ReadonlySet<string>
  /** Problem codes that are anchors of the page. */
  codes: ReadonlySet<string>
}

/** The section of an operation: description, input, responses and samples. */
export function operationSection(call: Call, context: ReferenceContext): Html {
  const { method, path, operation } = call
  const { operationId, summary, description } = operation
  return html`<section class="entry" id="${operationId}">
    <div class="text">
      <h3><a href="#${operationId}">${summary}</a></h3>
      <p class="endpoint">${methodBadge(method)} <code>${breakable(path)}</code></p>
      ${markdown(description, context.codes)} ${parametersIn('path', operation, context)}
      ${parametersIn('query', operation, context)} ${bodyFields(operation, context)}
      ${parametersIn('header', operation, context)} ${answerFields(operation, context)}
      ${refusals(operation, context)}
    </div>
    <div class="code">${samples(call, context)}</div>
  </section>`
}

export function methodBadge(method: string): Html {
  return html`<span class="method ${method}">${method.toUpperCase()}</span>`
}

/** Allows a line break before each path segment. */
function breakable(path: string): Html {
  const [first = '', ...parts] = path.split('/')
  return html`${first}${parts.map((part) => html`<wbr />/${part}`)}`
}

function parametersIn(place: Place, operation: Operation, context: ReferenceContext): Html | '' {
  const { document, objects } = context
  const placed = parametersOf(operation, document).filter((parameter) => parameter.in === place)
  if (placed.length === 0) return ''
  const fields = { components: document.components.schemas, objects, marks: 'required' } as const
  return parameterList(PLACES[place], placed, fields)
}

function parameterList(title: string, parameters: readonly Parameter[], context: FieldsContext) {
  return html`<h4>${title}</h4>
    <ul class="fields">
      ${parameters.map(({ name, required, schema }) =>
        field({ name, schema, isRequired: required }, context),
      )}
    </ul>`
}

function bodyFields(
  { requestBody }: Operation,
  { document, objects }: ReferenceContext,
): Html | '' {
  const schema = requestBody?.content[JSON_TYPE]?.schema
  const hasFields = schema !== undefined && JSON.stringify(schema.properties) !== '{}'
  if (requestBody === undefined || !hasFields) return ''
  const { schemas } = document.components
  return html`<h4>
      Body ${requestBody.required ? '' : html`<span class="optional">optional</span>`}
    </h4>
    ${fieldsOf(schema, { components: schemas, objects, marks: 'required' })}`
}

function answerFields(operation: Operation, context: ReferenceContext): Html | '' {
  const success = successOf(operation)
  if (success === undefined) return ''
  const { status, answer } = success
  return html`<h4>Answer</h4>
    <p>
      <code class="status">${status}</code> ${inline(answer.description)} ${shape(answer, context)}
    </p>
    ${ownFields(answer, context)} ${headers(answer, context)}`
}

/** The shape of a response: a link to an object, or bytes. */
function shape({ content = {} }: Answer, { objects }: ReferenceContext): Html | '' {
  const $ref = content[JSON_TYPE]?.schema?.$ref
  const name = $ref === undefined ? undefined : nameOfReference($ref)
  if (name !== undefined && objects.has(name)) return html`See <a href="#${name}">${name}</a>.`
  const types = Object.keys(content)
  if (types.includes(JSON_TYPE)) return ''
  return html`${types.map((type, index) => html`${index === 0 ? '' : ', '}<code>${type}</code>`)}`
}

/** The fields of a response that has no section of its own. */
function ownFields({ content = {} }: Answer, { document, objects }: ReferenceContext): Html | '' {
  const schema = content[JSON_TYPE]?.schema
  if (schema === undefined) return ''
  if (schema.$ref !== undefined && objects.has(nameOfReference(schema.$ref))) return ''
  return fieldsOf(schema, { components: document.components.schemas, objects, marks: 'optional' })
}

function headers({ headers = {} }: Answer, { document }: ReferenceContext): Html | '' {
  const names = Object.keys(headers)
  if (names.length === 0) return ''
  return html`<details>
    <summary>Headers</summary>
    <ul class="fields">
      ${names.map(
        (name) =>
          html`<li>
            <p class="field"><code>${name}</code></p>
            ${markdown(document.components.headers[name]?.description ?? '')}
          </li>`,
      )}
    </ul>
  </details>`
}

/** The error responses by status; their codes link to the advice. */
function refusals({ responses }: Operation, { codes }: ReferenceContext): Html | '' {
  const refused = Object.entries(responses).filter(([status]) => !status.startsWith('2'))
  if (refused.length === 0) return ''
  return html`<details class="refusals">
    <summary>Refusals</summary>
    <dl>
      ${refused.map(
        ([status, { description }]) =>
          html`<div>
            <dt><code class="status">${status}</code></dt>
            <dd>${markdown(description, codes)}</dd>
          </div>`,
      )}
    </dl>
  </details>`
}

function samples(call: Call, { document }: ReferenceContext): Html {
  const { operation } = call
  const parts = samplePartsOf(call, document)
  const [, ...bodies] = examplesOf(operation.requestBody?.content[JSON_TYPE], document)
  const success = successOf(operation)
  const [answer, ...answers] = examplesOf(success?.answer.content?.[JSON_TYPE], document)
  return html`${sample('curl', writeCurl(parts))}
  ${sample('TypeScript', writeTypeScript(operation.operationId, parts))}
  ${foldedExamples('Body', bodies)}
  ${answer && jsonExample(`Answer ${success?.status ?? ''}: ${wordsOf(answer.name)}`, answer.value)}
  ${foldedExamples('Answer', answers)}`
}

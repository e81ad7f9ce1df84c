import { html } from 'hono/html'
import {
  type ApiDocument,
  callsOf,
  type Content,
  examplesOf,
  nameOfReference,
  type Schema,
} from './api-document.ts'
import { jsonExample } from './code-block.ts'
import { fieldsOf } from './fields.ts'
import { markdown } from './markdown.ts'

/** Objects in fewer places are shown inline; the others have their own section. */
const PLACES_MIN = 2

/** Names of the components with their own section, in document order. */
export function objectsOf(document: ApiDocument): string[] {
  const answers = answersOf(document).flatMap(({ schema }) => referenceOf(schema))
  const { schemas } = document.components
  const within = Object.values(schemas).flatMap((schema) =>
    Array.from(JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g), ([, $ref = '']) =>
      nameOfReference($ref),
    ),
  )
  const count = (names: readonly string[], name: string) =>
    names.filter((other) => other === name).length
  return Object.keys(schemas).filter((name) => {
    const isAnswered = count(answers, name) >= PLACES_MIN
    const isResource = hasKind(schemas[name]) && count([...answers, ...within], name) >= PLACES_MIN
    return isAnswered || isResource
  })
}

/**
 * Resources have their type in `object`, such as `"object": "session"`. Lists do, too, but are not
 * resources.
 */
function hasKind(schema: Schema | undefined): boolean {
  const kind = schema?.properties?.['object']
  return kind instanceof Object && kind.const !== undefined && kind.const !== 'list'
}

/** Bodies of all responses and webhooks. */
function answersOf(document: ApiDocument): Content[] {
  const calls = callsOf(document).flatMap(({ operation }) =>
    Object.values(operation.responses).flatMap(({ content = {} }) => Object.values(content)),
  )
  const notifications = Object.values(document.webhooks).flatMap(({ post }) =>
    Object.values(post.requestBody?.content ?? {}),
  )
  return [...calls, ...notifications]
}

function referenceOf(schema: Schema | undefined): string[] {
  return schema?.$ref === undefined ? [] : [nameOfReference(schema.$ref)]
}

export function objectSection(name: string, document: ApiDocument, objects: ReadonlySet<string>) {
  const { schemas } = document.components
  const schema = schemas[name] ?? {}
  const others = new Set(objects)
  others.delete(name)
  const example = exampleOfObject(name, document)
  return html`<section class="entry" id="${name}">
    <div class="text">
      <h3><a href="#${name}">${name}</a></h3>
      ${schema.description === undefined ? '' : markdown(schema.description)}
      ${fieldsOf(schema, { components: schemas, objects: others, within: [name], marks: 'optional' })}
    </div>
    <div class="code">${example === undefined ? '' : jsonExample(`${name}, example`, example)}</div>
  </section>`
}

/** The example with the most fields among the responses and webhooks of this object. */
function exampleOfObject(name: string, document: ApiDocument): unknown {
  const length = (value: unknown) => JSON.stringify(value).length
  return answersOf(document)
    .filter(({ schema }) => referenceOf(schema)[0] === name)
    .flatMap((content) => examplesOf(content, document))
    .map(({ value }) => value)
    .reduce(
      (fullest, value) => (length(value) > length(fullest ?? '') ? value : fullest),
      undefined,
    )
}

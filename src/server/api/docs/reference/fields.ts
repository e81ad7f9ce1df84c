import { html } from 'hono/html'
import { isSchema, nameOfReference, type Schema } from './api-document.ts'
import type { Html } from './html.ts'
import { inline, markdown } from './markdown.ts'
import {
  type Components,
  constraintsOf,
  namesOf,
  resolve,
  type Resolved,
  typeWords,
} from './schema-words.ts'

/** Lists of names that are longer are folded. */
const NAMES_SHOWN_MAX = 12

export interface FieldsContext {
  components: Components
  /** Components with a section of their own, to which fields lead instead of showing them again. */
  objects: ReadonlySet<string>
  /** Components in which the reader already is: what leads back into one is named, not shown again. */
  within?: readonly string[]
  /** Bodies mark what is required; in answers everything is there but what is marked optional. */
  marks: 'required' | 'optional'
}

/** The fields of an object, or the kinds of a choice each with its fields. */
export function fieldsOf(schema: Schema, context: FieldsContext): Html {
  const { schema: found } = resolve(schema, context.components)
  if (found.oneOf !== undefined) return kindsOf(found, context)
  const required = new Set(found.required)
  return html`<ul class="fields">
    ${Object.entries(found.properties ?? {}).map(([name, property]) =>
      isSchema(property)
        ? field({ name, schema: property, isRequired: required.has(name) }, context)
        : '',
    )}
  </ul>`
}

/** One field with its type, what it must be, and what it is for. */
export function field(
  { name, schema, isRequired }: { name: string; schema: Schema; isRequired: boolean },
  context: FieldsContext,
): Html {
  const resolved = resolve(schema, context.components)
  const mark = isRequired === (context.marks === 'required') ? context.marks : undefined
  return html`<li>
    <p class="field">
      <code>${name}</code> <span class="type">${typeWords(resolved, context.components)}</span>
      ${mark && html`<span class="${mark}">${mark}</span>`}
    </p>
    ${notes(resolved.schema)} ${inner(name, resolved, context)}
  </li>`
}

function notes(schema: Schema): Html {
  const { description } = schema
  const examples = Array.isArray(schema.examples) ? schema.examples : []
  const names = namesOf(schema)
  const constraints = constraintsOf(schema)
  // A list of names is folded, and so is what is said of each.
  const isLong = names.length > NAMES_SHOWN_MAX
  return html`${description !== undefined && !isLong ? markdown(description) : ''}
  ${constraints.length > 0 ? html`<p class="note">${constraints.map(constraint)}</p>` : ''}
  ${names.length > 0 ? namesList(names, schema, isLong) : ''}
  ${
    examples.length > 0
      ? html`<p class="note">Example: <code>${JSON.stringify(examples[0])}</code></p>`
      : ''
  }`
}

function constraint(text: string, index: number): Html {
  const before = index === 0 ? '' : ' · '
  return text.startsWith('^') ? html`${before}<code>${text}</code>` : html`${before}${text}`
}

function namesList(
  names: readonly string[],
  { const: only, description }: Schema,
  isLong: boolean,
) {
  const list = names.map((name, index) => html`${index === 0 ? '' : ', '}<code>${name}</code>`)
  if (!isLong) return html`<p class="note">${only === undefined ? 'One of ' : 'Always '}${list}</p>`
  return html`<details>
    <summary>${names.length} values</summary>
    ${description === undefined ? '' : markdown(description)}
    ${description?.includes('`') === true ? '' : html`<p class="note">${list}</p>`}
  </details>`
}

/** The fields within a field, folded; or where they are told. */
function inner(name: string, resolved: Resolved, context: FieldsContext): Html | '' {
  const { items, additionalProperties } = resolved.schema
  const target = isSchema(items) ? resolve(items, context.components) : resolved
  const { within = [], objects } = context
  if (target.name !== undefined && objects.has(target.name))
    return html`<p class="note">See <a href="#${target.name}">${target.name}</a></p>`
  if (target.name !== undefined && within.includes(target.name))
    return html`<p class="note">As <code>${target.name}</code> above</p>`
  if (isSchema(additionalProperties) && target.schema.properties === undefined)
    return html`<p class="note">${valuesNote(additionalProperties, context.components)}</p>`
  const isObject = target.schema.properties !== undefined || target.schema.oneOf !== undefined
  if (!isObject) return target === resolved ? '' : itemNotes(target.schema)
  const inside = target.name === undefined ? within : [...within, target.name]
  return html`<details>
    <summary>Fields of <code>${name}</code></summary>
    ${fieldsOf(target.schema, { ...context, within: inside })}
  </details>`
}

/** What each item of a list of plain values may be. */
function itemNotes(schema: Schema): Html | '' {
  const names = namesOf(schema)
  const constraints = constraintsOf(schema)
  if (names.length === 0 && constraints.length === 0) return ''
  const list = names.map((name, index) => html`${index === 0 ? '' : ', '}<code>${name}</code>`)
  return html`<p class="note">
    Each ${names.length > 0 ? html`one of ${list}` : constraints.map(constraint)}
  </p>`
}

function valuesNote(schema: Schema, components: Components): Html {
  const resolved = resolve(schema, components)
  const constraints = constraintsOf(resolved.schema).map(
    (text) => html`, ${inline(text.startsWith('^') ? `\`${text}\`` : text)}`,
  )
  return html`Names of your own, each with a ${typeWords(resolved, components)}${constraints}`
}

function kindsOf(schema: Schema, context: FieldsContext): Html {
  const discriminator = readDiscriminator(schema)
  const kinds = (schema.oneOf ?? []).filter(isSchema)
  return html`${
    discriminator &&
    html`<p class="note">One of these, by <code>${discriminator.propertyName}</code></p>`
  }
  ${kinds.map((kind) => {
    const name = kind.$ref === undefined ? undefined : nameOfReference(kind.$ref)
    const values = discriminator?.valuesOf(name) ?? []
    const label = values.length > 0 ? values : [name ?? 'Another']
    return html`<details>
      <summary>
        ${label.map((value, index) => html`${index === 0 ? '' : ', '}<code>${value}</code>`)}
      </summary>
      ${fieldsOf(kind, { ...context, within: [...(context.within ?? []), name ?? ''] })}
    </details>`
  })}`
}

/** The field that tells the kinds apart, and the values that stand for a kind. */
function readDiscriminator(schema: Schema) {
  const { discriminator } = schema
  if (!(discriminator instanceof Object) || !('propertyName' in discriminator)) return undefined
  const mapping = 'mapping' in discriminator ? Object.entries(discriminator.mapping ?? {}) : []
  return {
    propertyName: String(discriminator.propertyName),
    valuesOf: (name: string | undefined) =>
      mapping.flatMap(([value, $ref]) => (nameOfReference(String($ref)) === name ? [value] : [])),
  }
}

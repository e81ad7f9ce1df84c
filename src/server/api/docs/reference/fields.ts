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

/** Longer lists of names are collapsed. */
const NAMES_SHOWN_MAX = 12

export interface FieldsContext {
  components: Components
  /** Components with their own section, to which fields link. */
  objects: ReadonlySet<string>
  /** The enclosing components: a recursive reference is named, not expanded again. */
  within?: readonly string[]
  /** Request bodies mark required fields, responses optional ones. */
  marks: 'required' | 'optional'
}

/** The fields of an object, or the variants of a union with their fields. */
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

/** A field with type, constraints and description. */
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
  // A long list of names is collapsed, with its descriptions.
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

/** The nested fields, collapsed; or a link to their section. */
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

/** Constraints on the items of a list of plain values. */
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

/** The discriminator of a union, and the value of each variant. */
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

import { Ajv2020, type ValidateFunction } from '@redocly/ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { ApiDocument, JsonSchema } from './document.ts'

/** Validates values against schemas of the document, with a validator that is not the product's. */
export interface Validator {
  /** The fault of a value, or undefined. */
  problemOf(schema: JsonSchema, value: unknown): string | undefined
}

/** `closed`: a field that the document does not name is a fault, although the document leaves responses open. */
export function createValidator(document: ApiDocument, { closed }: { closed: boolean }): Validator {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true })
  addFormats.default(ajv, { mode: 'full' })
  ajv.addFormat('idn-email', true)
  const prepare = (schema: JsonSchema) => (closed ? close(schema) : schema)
  const definitions = Object.fromEntries(
    Object.entries(document.schemas).map(([name, schema]) => [name, prepare(schema)]),
  )
  ajv.addSchema({ $id: 'api:document', components: { schemas: definitions } })
  const compiled = new WeakMap<JsonSchema, ValidateFunction>()

  function compile(schema: JsonSchema): ValidateFunction {
    let validate = compiled.get(schema)
    if (validate === undefined) {
      const text = JSON.stringify(prepare(schema)).replaceAll('"#/', '"api:document#/')
      validate = ajv.compile(JSON.parse(text) as object)
      compiled.set(schema, validate)
    }
    return validate
  }

  return {
    problemOf(schema, value) {
      const validate = compile(schema)
      if (validate(value)) return undefined
      const [error] = validate.errors ?? []
      const where = `${error?.instancePath ?? ''} ${JSON.stringify(error?.params)}`
      return `${error?.message} at ${where}`
    },
  }
}

function close(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_, part: unknown) =>
    isOpenObject(part) ? { ...part, additionalProperties: false } : part,
  ) as JsonSchema
}

function isOpenObject(part: unknown): part is JsonSchema {
  return (
    typeof part === 'object' &&
    part !== null &&
    'type' in part &&
    part.type === 'object' &&
    'properties' in part &&
    !('additionalProperties' in part)
  )
}

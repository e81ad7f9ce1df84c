import { Ajv2020, type ValidateFunction } from '@redocly/ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { close, correct, type Correction } from './corrections.ts'
import type { Json, JsonObject } from './json.ts'

/** Validates values against schemas of a document; each method returns a list of faults. */
export interface ValueValidator {
  /** Validates against the schema at a JSON pointer. */
  at(pointer: string, value: unknown): string[]
  /** Validates against a schema that may refer to the document. */
  by(schema: JsonObject, value: unknown): string[]
}

interface Options {
  corrections: readonly Correction[]
  /** Whether a field that the document does not name is a fault, although the document allows further fields. */
  closed: boolean
}

const ID = 'document:'

export function createValueValidator(
  document: Json,
  { corrections, closed }: Options,
): ValueValidator {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  addFormats.default(ajv, { mode: 'full' })
  const corrected = correct(document, corrections)
  ajv.addSchema({ ...((closed ? close(corrected) : corrected) as object), $id: ID })
  const compiled = new Map<string, ValidateFunction>()

  function faultsBy(schema: string, value: unknown): string[] {
    const validate = compiled.get(schema) ?? ajv.compile(JSON.parse(schema) as object)
    compiled.set(schema, validate)
    return validate(value) ? [] : (validate.errors ?? []).map(faultText)
  }

  return {
    at: (pointer, value) => faultsBy(JSON.stringify({ $ref: ID + encodeURI(pointer) }), value),
    by: (schema, value) =>
      faultsBy(JSON.stringify(correct(schema, [])).replaceAll('"#/', `"${ID}#/`), value),
  }
}

type Fault = NonNullable<ValidateFunction['errors']>[number]

function faultText({ instancePath, message, params }: Fault): string {
  return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`
}

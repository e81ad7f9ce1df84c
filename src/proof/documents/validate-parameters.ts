import type { Operation } from './find-operation.ts'
import { follow, isObject, memberOf, type Json, type JsonObject } from './json.ts'
import type { ValueValidator } from './validate-value.ts'

/** Returns the faults of the parameters in a path and its query. */
export type ValidateParameters = (operation: Operation, query: URLSearchParams) => string[]

export function createParameterValidator(
  document: Json,
  values: ValueValidator,
): ValidateParameters {
  return ({ parameters, inPath }, query) => {
    const inQuery = parameters.filter((parameter) => parameter['in'] === 'query')
    const known = new Set(inQuery.map((parameter) => parameter['name']))
    const unknown = [...query.keys()].filter((name) => !known.has(name))
    return [
      ...unknown.map((name) => `the query has ${name}`),
      ...parameters.flatMap((parameter) => {
        const name = nameOf(parameter)
        const text = parameter['in'] === 'path' ? inPath[name] : (query.get(name) ?? undefined)
        if (text !== undefined) return faultsOf(parameter, text).map((fault) => `${name}: ${fault}`)
        return parameter['required'] === true ? [`${name} is missing`] : []
      }),
    ]
  }

  function faultsOf(parameter: JsonObject, text: string): string[] {
    const schema = parameter['schema']
    if (!isObject(schema)) return []
    return values.by(schema, typed(text, memberOf(follow(document, schema), 'type')))
  }
}

function nameOf({ name }: JsonObject): string {
  return typeof name === 'string' ? name : ''
}

/** A parameter's text as a value of its type. */
function typed(text: string, type: Json | undefined): Json {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  return type === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text
}

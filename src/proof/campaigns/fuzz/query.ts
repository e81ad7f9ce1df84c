import type { Parameter } from './document.ts'

/** A parameter as a request carried it. */
export interface SentParameter {
  name: string
  values: unknown[]
  /** Undefined where the document has no such parameter. */
  documented: Parameter | undefined
}

/** `name=value`, and `name[key]=value` for each field of an object, the style `deepObject` of OpenAPI. */
export function queryText(parameters: readonly { name: string; value: unknown }[]): string {
  const query = new URLSearchParams()
  for (const { name, value } of parameters)
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value))
        query.append(`${name}[${key}]`.toWellFormed(), String(inner).toWellFormed())
    else query.append(name, String(value).toWellFormed())
  return String(query)
}

/** Reads a query as the document describes it. */
export function readQuery(
  parameters: readonly Parameter[],
  query: URLSearchParams,
): SentParameter[] {
  const documented = parameters.filter(({ in: place }) => place === 'query')
  const sent: SentParameter[] = []
  const fields = new Map<Parameter, [string, string][]>()
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name)
    const [, object, key = ''] = DEEP.exec(name) ?? []
    const deep = documented.find((one) => one.name === object && one.style === 'deepObject')
    if (deep !== undefined && values.length === 1)
      fields.set(deep, [...(fields.get(deep) ?? []), [key, values.join()]])
    else sent.push({ name, values, documented: documented.find((one) => one.name === name) })
  }
  for (const [deep, entries] of fields)
    sent.push({ name: deep.name, values: [Object.fromEntries(entries)], documented: deep })
  return sent
}

const DEEP = /^(\w+)\[([^[\]]+)\]$/

import type { HttpCall } from '../http/http.ts'
import type { Account } from './settings.ts'

export interface BankRequest {
  method: 'GET' | 'PUT' | 'PATCH'
  /** With names in braces: errors and logs have this text, never the values. */
  route: string
  values?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: unknown
}

/** A request as an HTTP call, with the query parameters and headers that the account's dialect adds. */
export function callOf(
  { endpoints, rules, ...settings }: Account,
  { method, route, values = {}, query = {}, body }: BankRequest,
  token: string,
): Omit<HttpCall, 'timeoutMs'> {
  const base = (route.startsWith('/cob/') && endpoints.charges) || endpoints.api
  const path = route.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  )
  const parameters = new URLSearchParams({ ...query, ...fill(rules.query, settings) }).toString()
  return {
    method,
    url: base + path + (parameters === '' ? '' : `?${parameters}`),
    headers: {
      ...fill(rules.headers, settings),
      accept: 'application/json, application/problem+json',
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
}

/** What a dialect adds to each call, with the values of its settings. */
function fill<Name extends string>(
  names: Readonly<Record<string, Name>> | undefined,
  settings: Partial<Record<Name, string | undefined>>,
): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [name, setting] of Object.entries(names ?? {})) {
    const value = settings[setting]
    if (value !== undefined) found[name] = value
  }
  return found
}

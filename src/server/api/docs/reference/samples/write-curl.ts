import { shellLiteral } from '#domain/code-literal.ts'
import type { SampleParts } from './sample-parts.ts'

/** A shell command; the API key comes from the environment. */
export function writeCurl(parts: SampleParts): string {
  const { method, needsKey, isIdempotent, headers, body } = parts
  return [
    `curl ${method === 'POST' && body === undefined ? '-X POST ' : ''}${shellLiteral(addressOf(parts))}`,
    ...(needsKey ? ['-H "X-Api-Key: $API_KEY"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${shellLiteral(`${name}: ${value}`)}`),
    ...(isIdempotent ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d ${shellLiteral(JSON.stringify(body, null, 2))}`,
        ]),
  ].join(' \\\n  ')
}

export function addressOf({ baseUrl, path, query }: SampleParts): string {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString()
  return `${baseUrl}${path}${search === '' ? '' : `?${search}`}`
}

const REQUEST_ID = 'req_0Tq4mFhZ7Rk2vXw9s'

const text = { type: 'string' } as const

/** Response headers, as OpenAPI components. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'Names this request in our logs. Tell it when you ask for help.',
    required: true,
    schema: { ...text, examples: [REQUEST_ID] },
  },
  Location: {
    description: 'Where the new resource is read.',
    schema: { ...text, format: 'uri-reference' },
  },
  'Idempotency-Replayed': {
    description: '`true` when this is the first answer again, byte for byte.',
    schema: { ...text, const: 'true' },
  },
  RateLimit: {
    description:
      'Requests that are left (`r`) and seconds until there are more (`t`), after the IETF draft "RateLimit header fields for HTTP".',
    schema: { ...text, examples: ['"merchant";r=99;t=1'] },
  },
  'RateLimit-Policy': {
    description: 'Requests (`q`) in a window of so many seconds (`w`).',
    schema: { ...text, examples: ['"merchant";q=100;w=1'] },
  },
  'Retry-After': {
    description: 'Seconds after which it is worth trying again.',
    schema: { type: 'integer', minimum: 0 },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate: `ApiKey header="X-Api-Key"`.',
    schema: text,
  },
} as const

export type HeaderName = keyof typeof HEADERS

/** Headers of one response, as references to components. */
export function headersOf(...names: HeaderName[]) {
  return Object.fromEntries(
    ['X-Request-Id' as const, ...names].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  )
}

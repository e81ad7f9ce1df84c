import { z } from 'zod'
import { checkOutgoingUrl } from '#server/outgoing/outgoing-url.ts'
import {
  SAMPLERS,
  type SamplerSettings,
  type TraceSettings,
} from '#server/tracing/otlp/sampler-settings.ts'

const TRACES_PATH = 'v1/traces'
const SERVICE_NAME = 'hosted-checkout'
const ENCRYPTED =
  'must be https, or http to this machine, a private address or a private name, such as http://otel-collector:4318'

/**
 * The URL of a collector. Unlike a merchant's endpoint, it may be in a private network. Unencrypted http is allowed only
 * where the connection does not cross the internet.
 */
const collector = z
  .url({ protocol: /^https?$/, error: 'must be a URL of https: or http:' })
  .refine(hasNoUser, { message: 'must have no user: put what it needs into the headers' })
  .refine(hasNoQuery, { message: 'must have no query and no fragment' })
  .refine(isFitForSpans, { message: ENCRYPTED })

const protocol = z.literal('http/protobuf', {
  message: 'must be http/protobuf, which collectors take at port 4318',
})

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/
const VALUE = /^[\x20-\x7e]*$/
const OWN_HEADERS = ['content-type', 'content-length', 'content-encoding', 'host']

const headers = z.string().transform((text, check) => {
  const read = pairs(text)
  const isWrong =
    read === undefined ||
    read.some(
      ([name, value]) =>
        !TOKEN.test(name) || !VALUE.test(value) || OWN_HEADERS.includes(name.toLowerCase()),
    )
  if (!isWrong) return Object.fromEntries(read)
  check.addIssue('must be name=value, with commas between, and percent-encoded where needed')
  return z.NEVER
})

const resourceAttributes = z.string().transform((text, check) => {
  const read = pairs(text)
  if (read !== undefined) return Object.fromEntries(read)
  check.addIssue('must be name=value, with commas between, and percent-encoded where needed')
  return z.NEVER
})

/** Schemas of OpenTelemetry's variables: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/. */
export const TRACE_VALUES = {
  isDisabled: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['true', 'false']))
    .default('false'),
  exporter: z.enum(['otlp', 'none']).default('otlp'),
  collector: collector.optional(),
  protocol: protocol.optional(),
  headers: headers.default({}),
  serviceName: z.string().min(1).optional(),
  resourceAttributes: resourceAttributes.default({}),
  sampler: z.enum(SAMPLERS).default('parentbased_always_on'),
  samplerRatio: z.coerce.number().min(0).max(1).default(1),
}

interface TraceVariables {
  OTEL_SDK_DISABLED: 'true' | 'false'
  OTEL_TRACES_EXPORTER: 'otlp' | 'none'
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined
  OTEL_EXPORTER_OTLP_HEADERS: Record<string, string>
  OTEL_SERVICE_NAME?: string | undefined
  OTEL_RESOURCE_ATTRIBUTES: Record<string, string>
  OTEL_TRACES_SAMPLER: SamplerSettings['name']
  OTEL_TRACES_SAMPLER_ARG: number
}

/** The settings of traces; undefined if no collector is named, or if traces are switched off. */
export function traceSettings(
  read: TraceVariables,
  { environment, version }: { environment: string; version: string },
): TraceSettings | undefined {
  const url = urlOf(read)
  const isOff = read.OTEL_SDK_DISABLED === 'true' || read.OTEL_TRACES_EXPORTER === 'none'
  if (url === undefined || isOff) return undefined
  return {
    url,
    headers: read.OTEL_EXPORTER_OTLP_HEADERS,
    resource: {
      'service.name': SERVICE_NAME,
      'service.version': version,
      'deployment.environment.name': environment,
      ...read.OTEL_RESOURCE_ATTRIBUTES,
      ...(read.OTEL_SERVICE_NAME !== undefined && { 'service.name': read.OTEL_SERVICE_NAME }),
    },
    sampler: { name: read.OTEL_TRACES_SAMPLER, ratio: read.OTEL_TRACES_SAMPLER_ARG },
  }
}

/** The URL of the collector. The endpoint for traces is used as it is; the common endpoint gets the path of traces. */
function urlOf({
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own,
  OTEL_EXPORTER_OTLP_ENDPOINT: common,
}: TraceVariables): string | undefined {
  if (own !== undefined) return own
  return common === undefined ? undefined : `${common.replace(/\/$/, '')}/${TRACES_PATH}`
}

/** Parses a list of `name=value`; undefined for any other text. */
function pairs(text: string): [name: string, value: string][] | undefined {
  const read: [string, string][] = []
  for (const entry of text.split(',')) {
    if (entry.trim() === '') continue
    const at = entry.indexOf('=')
    if (at < 1) return undefined
    try {
      const name = decodeURIComponent(entry.slice(0, at).trim())
      read.push([name, decodeURIComponent(entry.slice(at + 1).trim())])
    } catch {
      return undefined
    }
  }
  return read
}

/** This check and the next ones accept a text that is not a URL: the schema has already reported it. */
function hasNoUser(text: string): boolean {
  const url = URL.parse(text)
  return url === null || (url.username === '' && url.password === '')
}

function hasNoQuery(text: string): boolean {
  const url = URL.parse(text)
  return url === null || (url.search === '' && url.hash === '')
}

function isFitForSpans(text: string): boolean {
  if (URL.parse(text)?.protocol !== 'http:') return true
  const asPublic = text.replace(/^http:/i, 'https:')
  const check = checkOutgoingUrl(asPublic, { layout: 'production', allowLoopback: false })
  return !check.ok && check.reason === 'address_not_public'
}

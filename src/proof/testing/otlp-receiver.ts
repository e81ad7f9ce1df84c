import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const Value = z.object({
  stringValue: z.string().optional(),
  intValue: z.coerce.number().optional(),
  boolValue: z.boolean().optional(),
})
const Attributes = z
  .array(z.object({ key: z.string(), value: Value }))
  .default([])
  .transform((list) =>
    Object.fromEntries(
      list.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue]),
    ),
  )
const Hex = z.string().transform((base64) => Buffer.from(base64, 'base64').toString('hex'))
const Received = z.object({
  traceId: Hex,
  spanId: Hex,
  parentSpanId: Hex.default(''),
  name: z.string(),
  kind: z.string(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes: Attributes,
  links: z.array(z.object({ traceId: Hex, spanId: Hex })).default([]),
  status: z.object({
    code: z.string().default('STATUS_CODE_UNSET'),
    message: z.string().optional(),
  }),
})
const Exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Received) })),
    }),
  ),
})

/** A span as a collector reads it; ids in hex, `parentSpanId` empty for the first of a trace. */
export type ReceivedSpan = z.output<typeof Received>

interface OtlpRequest {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface OtlpReceiver extends AsyncDisposable {
  /** As `OTEL_EXPORTER_OTLP_ENDPOINT` has it. */
  url: string
  requests: OtlpRequest[]
  /** The response from now on; initially 200. */
  answer: (response: ServerResponse) => void
  spans(): ReceivedSpan[]
  /** The attributes of the resource, which is the sending process, in each request. */
  resources(): Record<string, unknown>[]
}

/** A collector on loopback. Requests are decoded by OpenTelemetry's own schema, as protobuf.js compiled it. */
export async function startOtlpReceiver(
  onBody: (body: Buffer) => void = () => undefined,
): Promise<OtlpReceiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      onBody(body)
      receiver.requests.push({ path: request.url ?? '', headers: request.headers, body })
      receiver.answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const exported = () => receiver.requests.flatMap(({ body }) => decodeOtlp(body).resourceSpans)
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    answer: (response) => response.writeHead(200).end(),
    spans: () => exported().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    resources: () => exported().map(({ resource }) => resource.attributes),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

interface Decoder {
  decode(bytes: Uint8Array): unknown
  toObject(message: unknown, options: object): unknown
}

const { opentelemetry } = createRequire(import.meta.url)(
  '@opentelemetry/otlp-proto-exporter-base/build/src/generated/root.js',
) as {
  opentelemetry: {
    proto: { collector: { trace: { v1: { ExportTraceServiceRequest: Decoder } } } }
  }
}

function decodeOtlp(body: Buffer): z.output<typeof Exported> {
  const { ExportTraceServiceRequest: request } = opentelemetry.proto.collector.trace.v1
  const options = { longs: String, bytes: String, enums: String }
  return Exported.parse(request.toObject(request.decode(body), options))
}

/** Traces as an operator sees them: a line for each span below its parent, oldest first. */
export function spanTree(
  spans: readonly ReceivedSpan[],
  describe: (span: ReceivedSpan) => string = ({ name }) => name,
): string {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const sorted = spans.toSorted((a, b) => Number(a.startTimeUnixNano - b.startTimeUnixNano))
  const linesOf = (span: ReceivedSpan, depth: number): string[] => [
    `${'  '.repeat(depth)}${describe(span)}`,
    ...sorted
      .filter(({ parentSpanId }) => parentSpanId === span.spanId)
      .flatMap((child) => linesOf(child, depth + 1)),
  ]
  return sorted
    .filter(({ parentSpanId }) => !byId.has(parentSpanId))
    .flatMap((span) => linesOf(span, 0))
    .join('\n')
}

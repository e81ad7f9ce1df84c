import { EXPORTED_LISTS, ExportQuery, type EXPORT_FORMATS } from '#contract/dashboard/lists.ts'
import { extentOf } from '#domain/dashboard/extent-of.ts'
import { exportFileName } from '#domain/export-file-name.ts'
import { isTimeZone } from '#domain/local-time.ts'
import {
  columnsOf,
  ExportForbidden,
  openExport,
  type ExportedList,
  type ExportInput,
} from '#server/service/export/open-export.ts'
import { readSession, type SignedIn } from '#server/service/people/read-session.ts'
import { readMerchantZone } from '#server/service/merchants/read-merchant-home.ts'
import type { Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { mayAt } from './scope-of.ts'
import { sessionFiltersOf } from './session-filters-of.ts'

const CONTENT_TYPES: Readonly<Record<(typeof EXPORT_FORMATS)[number], string>> = {
  csv: 'text/csv; charset=utf-8',
  excel: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson',
}

/** Registers the call that exports the payments or refunds of a merchant, or of all, as a file, streamed while the database is read. */
export function addExportCalls(
  calls: Calls,
  { context: service, limits, log }: Pick<DashboardOptions, 'context' | 'limits' | 'log'>,
): void {
  calls.readOpen('/api/exports/:list', async (call, session) => {
    const list = EXPORTED_LISTS.find((name) => name === call.parameter('list'))
    const asked = ExportQuery.safeParse(call.query())
    if (list === undefined) return { refused: 'not_found' }
    const input = asked.success ? inputOf(list, asked.data) : undefined
    if (input === undefined) return { refused: 'invalid_request' }
    const { merchantId } = input
    const refused = whyNotExport(session, input)
    if (refused !== undefined) return { refused }
    const scope = merchantId === null ? ({ merchants: 'all' } as const) : { merchantId }
    const merchantName =
      merchantId === null
        ? 'all merchants'
        : (await readMerchantZone(service, scope, merchantId))?.name
    if (merchantName === undefined) return { refused: 'not_found' }
    const name = exportFileName({ ...input, environment: service.environment, merchantName })
    const contentType = CONTENT_TYPES[input.format]
    if (call.isHead) return { file: { name, contentType, body: null } }
    const release = limits.acquireExport(session.userId)
    if (release === undefined)
      return { refused: 'rate_limited', retryAfterSeconds: limits.exportRetryAfterSeconds }
    const actor = { kind: 'user', userId: session.userId, dashboardAction: 'export' } as const
    const stop = new AbortController()
    const { token } = call
    const isAllowed = async () => {
      const now = token === undefined ? undefined : await readSession(service, token)
      return now !== undefined && whyNotExport(now, input) === undefined
    }
    const chunks = openWhenRead(() =>
      openExport({ ...service, actor }, scope, input, { signal: stop.signal, isAllowed }),
    )
    const body = streamOf(chunks, {
      stop,
      onEnd: release,
      onError: (error) => {
        const { requestId } = call
        if (error instanceof ExportForbidden)
          log.warn({ requestId }, 'an export was cut: the person may no longer make it')
        else log.error({ err: error, requestId }, 'an export was cut by an error')
      },
    })
    return { file: { name, contentType, body } }
  })
}

/** Why a person may not make an export; undefined: they may. */
function whyNotExport(
  session: SignedIn,
  { merchantId, persons }: ExportInput,
): 'not_found' | 'forbidden' | undefined {
  if (!mayAt(session, 'exports:create', merchantId)) return 'not_found'
  if (persons !== true) return undefined
  const reads = extentOf(session.memberships, 'persons:read', { merchantId }) === 'all'
  return reads ? undefined : 'forbidden'
}

/** The query as the input of an export; undefined when its values contradict each other. */
function inputOf(
  list: ExportedList,
  { merchant, format, from, to, tz, columns, persons, ...rest }: ExportQuery,
): ExportInput | undefined {
  const filters = sessionFiltersOf(rest)
  const isFiltered = Object.keys(filters).length > 0
  const names = columns?.split(',')
  const input: ExportInput = {
    list,
    merchantId: merchant ?? null,
    from,
    to,
    timeZone: tz,
    format,
    ...(isFiltered && { filters }),
    ...(names && { columns: names }),
    ...(persons === 'yes' && { persons: true }),
  }
  const known = columnsOf(input)
  const isRight =
    from <= to &&
    isTimeZone(tz) &&
    names?.every((name) => known.includes(name)) !== false &&
    (list === 'payments' || !(isFiltered || input.persons === true))
  return isRight ? input : undefined
}

/** Opens the export, and so records that it started, when its first chunk is asked for: a request may be aborted before. */
async function* openWhenRead(
  open: () => ReturnType<typeof openExport>,
): AsyncGenerator<string, void, undefined> {
  const opened = await open()
  if (opened.outcome === 'refused') throw new ExportForbidden(opened.code)
  yield* opened.value.chunks
}

interface Stream {
  /** Aborted when the reader leaves. */
  stop: AbortController
  /** Called once no page is read any more. */
  onEnd: () => void
  /** Not called for a reader who has left. */
  onError: (error: unknown) => void
}

/** The chunks as a body. A chunk is made once the one before it was read, and none is made once the reader has left. */
function streamOf(
  chunks: AsyncGenerator<string, void, undefined>,
  { stop, onEnd, onError }: Stream,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await chunks.next()
          // `cancel` does the rest.
          if (stop.signal.aborted) return
          if (next.done !== true) return controller.enqueue(encoder.encode(next.value))
          onEnd()
          controller.close()
        } catch (error) {
          onEnd()
          if (stop.signal.aborted) return
          onError(error)
          // The HTTP adapter writes this error to standard error, and destroys the socket.
          controller.error(new Error('the export was cut'))
        }
      },
      async cancel() {
        stop.abort()
        // Waits for the page that is being read. A generator that has not begun has no `finally` that could do this.
        await chunks.return().finally(onEnd)
      },
    },
    { highWaterMark: 0 },
  )
}

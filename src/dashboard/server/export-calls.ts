import { EXPORTED_LISTS, ExportQuery, type EXPORT_FORMATS } from '../../contract/dashboard/lists.ts'
import { extentOf } from '../../domain/dashboard/extent-of.ts'
import { exportFileName } from '../../domain/export-file-name.ts'
import { isTimeZone } from '../../domain/local-time.ts'
import {
  columnsOf,
  openExport,
  type ExportedList,
  type ExportInput,
} from '../../server/dashboard/export/open-export.ts'
import type { SignedIn } from '../../server/dashboard/people/read-session.ts'
import { readMerchantZone } from '../../server/dashboard/read-merchant-zone.ts'
import type { Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard.ts'
import { mayAt } from './scope-of.ts'
import { sessionFiltersOf } from './session-filters-of.ts'

const CONTENT_TYPES: Readonly<Record<(typeof EXPORT_FORMATS)[number], string>> = {
  csv: 'text/csv; charset=utf-8',
  excel: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson',
}

/** Registers the call that exports a merchant's payments or refunds as a file, streamed while the database is read. */
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
    if (!mayAt(session, 'exports:create', merchantId)) return { refused: 'not_found' }
    if (input.persons === true && !readsPersons(session, merchantId))
      return { refused: 'forbidden' }
    const scope = { merchantId }
    const merchant = await readMerchantZone(service, scope, merchantId)
    if (merchant === undefined) return { refused: 'not_found' }
    const release = limits.acquireExport(session.userId)
    if (release === undefined)
      return { refused: 'rate_limited', retryAfterSeconds: limits.exportRetryAfterSeconds }
    const actor = { kind: 'user', userId: session.userId, act: 'export' } as const
    const opened = await openExport({ ...service, actor }, scope, input).catch((error: unknown) => {
      release()
      throw error
    })
    if (opened.outcome !== 'open') {
      release()
      return opened.outcome === 'incomplete'
        ? { refused: 'temporarily_unavailable' }
        : { refused: 'not_found' }
    }
    const body = streamOf(opened.chunks, {
      onEnd: release,
      onError: (error) =>
        log.error({ err: error, requestId: call.requestId }, 'an export was cut by an error'),
    })
    const name = exportFileName({
      ...input,
      environment: service.environment,
      merchantName: merchant.name,
    })
    return { file: { name, contentType: CONTENT_TYPES[input.format], body } }
  })
}

function readsPersons({ memberships }: SignedIn, merchantId: string): boolean {
  return extentOf(memberships, 'persons:read', { merchantId }) === 'all'
}

/** The query as the input of an export; undefined when its values contradict each other. */
function inputOf(
  list: ExportedList,
  { merchant, format, from, to, tz, columns, persons, ...rest }: ExportQuery,
): ExportInput | undefined {
  const filters = sessionFiltersOf(rest)
  const { declined, ...others } = filters
  const isFiltered = Object.keys(filters).length > 0
  const names = columns?.split(',')
  const input: ExportInput = {
    list,
    merchantId: merchant,
    from,
    to,
    timeZone: tz,
    format,
    ...(isFiltered && {
      filters: {
        ...others,
        ...(typeof declined === 'boolean' && { declined }),
        ...(typeof declined === 'string' && { declineCode: declined }),
      },
    }),
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

/** The chunks as a body. A chunk is made once the one before it was read, and none is made once the reader has left. */
function streamOf(
  chunks: AsyncGenerator<string, void, undefined>,
  { onEnd, onError }: { onEnd: () => void; onError: (error: unknown) => void },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await chunks.next()
          if (next.done !== true) return controller.enqueue(encoder.encode(next.value))
          onEnd()
          controller.close()
        } catch (error) {
          onEnd()
          onError(error)
          // The HTTP adapter writes this error to standard error, and destroys the socket.
          controller.error(new Error('the export was cut'))
        }
      },
      async cancel() {
        onEnd()
        await chunks.return()
      },
    },
    { highWaterMark: 0 },
  )
}

import { CLOCKS } from '#server/service/watch/change-log.ts'
import { type ClockSetting, isSameSetting, REAL_TIME, timeOf } from '#domain/merchant-clock.ts'
import type { Database } from '#server/database/engine/database.ts'
import type { MerchantTime } from '#server/service/merchant-time.ts'
import { CLOCKS_CHANNEL, listClocks, type ClockChange } from '../database/clocks.ts'

interface KnownClock {
  version: number
  /** `undefined`: the merchant is back in real time. */
  setting: ClockSetting | undefined
}

/** A cache of the clocks of merchants who are not in real time, kept up to date by database notifications. */
export interface MerchantClocks extends MerchantTime {
  /** Milliseconds by which a merchant's clock is ahead of real time. */
  offsetMs(merchantId: string): number
  /** Applies a change of this process before its notification arrives. */
  learn(merchantId: string, version: number, setting: ClockSetting | undefined): void
  close(): Promise<void>
}

/** Subscribes to changes of clocks by any process. */
export async function openMerchantClocks(
  database: Database,
  wallClock: () => Date,
  {
    onChange,
    onError,
  }: { onChange: (merchantId: string) => void; onError: (error: unknown) => void },
): Promise<MerchantClocks> {
  const known = new Map<string, KnownClock>()
  const settingOf = (merchantId: string) => known.get(merchantId)?.setting ?? REAL_TIME

  function learn(merchantId: string, version: number, setting: ClockSetting | undefined): void {
    if (version <= (known.get(merchantId)?.version ?? 0)) return
    const isSame = isSameSetting(settingOf(merchantId), setting ?? REAL_TIME)
    known.set(merchantId, { version, setting })
    // Leasing a new clock creates a version of it, but does not change the time yet.
    if (!isSame) onChange(merchantId)
  }

  function onNotification(payload: string): void {
    const { merchantId, version, offsetMs, frozenAt } = JSON.parse(payload) as ClockChange
    const setting =
      offsetMs === null
        ? undefined
        : { offsetMs, frozenAt: frozenAt === null ? null : new Date(frozenAt) }
    learn(merchantId, version, setting)
  }

  async function readAll(): Promise<void> {
    const before = new Map(known)
    const records = await listClocks(database)
    for (const { merchantId, version, offsetMs, frozenAt } of records)
      learn(merchantId, version, { offsetMs, frozenAt })
    const listed = new Set(records.map(({ merchantId }) => merchantId))
    // A notification that arrived while the list was read is newer than the list.
    for (const [merchantId, { version, setting }] of before) {
      if (setting === undefined || listed.has(merchantId)) continue
      if (known.get(merchantId)?.version !== version) continue
      known.set(merchantId, { version, setting: undefined })
      onChange(merchantId)
    }
  }

  const stopListening = await database.listen(
    CLOCKS_CHANNEL,
    onNotification,
    () => void readAll().catch(onError),
  )
  await readAll()

  return {
    clockOf: (merchantId) => () => timeOf(settingOf(merchantId), wallClock()),
    isFrozen: (merchantId) => settingOf(merchantId).frozenAt !== null,
    offsetMs(merchantId) {
      const wallNow = wallClock()
      return timeOf(settingOf(merchantId), wallNow).getTime() - wallNow.getTime()
    },
    topics: [CLOCKS],
    merchants: () => [...known].filter(([, { setting }]) => setting).map(([id]) => id),
    // Reads the database, since the cache lags: a clock that was just frozen must stop its merchant's work at once.
    async due() {
      const clocks = await listClocks(database)
      return { now: wallClock(), except: clocks.map(({ merchantId }) => merchantId) }
    },
    learn,
    close: stopListening,
  }
}

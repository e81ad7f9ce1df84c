import { type ClockSetting, REAL_TIME, timeOf } from '../../domain/merchant-clock.ts'
import type { Database } from '../../server/database/database.ts'
import type { MerchantTime } from '../../server/merchant-time.ts'
import { CLOCKS_CHANNEL, listClocks, type ClockChange } from '../database/clocks.ts'

interface KnownClock {
  version: number
  /** `undefined`: real time again. */
  setting: ClockSetting | undefined
}

/** The merchants of the sandbox who do not live in real time, as all processes know them. */
export interface MerchantClocks extends MerchantTime {
  /** How far a merchant's time is ahead of the real one. */
  offsetMs(merchantId: string): number
  /** Takes a change in that this process has written, before the database tells of it. */
  learn(merchantId: string, version: number, setting: ClockSetting | undefined): void
  close(): Promise<void>
}

/** Hears of every changed clock through the database, whichever process changed it. */
export async function openMerchantClocks(
  database: Database,
  wallClock: () => Date,
  {
    onChange,
    onError,
  }: { onChange: (merchantId: string) => void; onError: (error: unknown) => void },
): Promise<MerchantClocks> {
  const known = new Map<string, KnownClock>()

  function learn(merchantId: string, version: number, setting: ClockSetting | undefined): void {
    if (version <= (known.get(merchantId)?.version ?? 0)) return
    known.set(merchantId, { version, setting })
    onChange(merchantId)
  }

  function hear(payload: string): void {
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
    // What was heard while the list was read is newer than the list.
    for (const [merchantId, { version, setting }] of before) {
      if (setting === undefined || listed.has(merchantId)) continue
      if (known.get(merchantId)?.version !== version) continue
      known.set(merchantId, { version, setting: undefined })
      onChange(merchantId)
    }
  }

  const settingOf = (merchantId: string) => known.get(merchantId)?.setting ?? REAL_TIME
  const stopListening = await database.listen(
    CLOCKS_CHANNEL,
    hear,
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
    merchants: () => [...known].filter(([, { setting }]) => setting).map(([id]) => id),
    // Not by what is known here, which is a moment behind: nothing may happen to a merchant whose time has just stopped.
    async due() {
      const clocks = await listClocks(database)
      return { now: wallClock(), except: clocks.map(({ merchantId }) => merchantId) }
    },
    learn,
    close: stopListening,
  }
}

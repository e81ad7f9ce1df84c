const MINUTE_MS = 60_000
/** A zone's offset changes only at multiples of a quarter of an hour of UTC. */
const BUCKET_MS = 15 * MINUTE_MS
/** Bounds the cache of a zone's offsets: 4000 quarters of an hour are some days more than a month. */
const KNOWN_MAX = 4000
const DAY_MS = 86_400_000
/** No zone is further from UTC. */
const OFFSET_MAX_MS = 15 * 3_600_000
const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2}))?/

/** Whether a text is the name of a time zone, such as `America/Sao_Paulo`, that this process knows. */
export function isTimeZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    // Intl also accepts a mere offset, such as `-03:00`.
    return /^[A-Za-z]/.test(timeZone)
  } catch {
    return false
  }
}

/** Includes `from`, excludes `until`. */
export interface TimeRange {
  from: Date
  until: Date
}

export interface LocalTime {
  /** `2026-10-17T23:59:59.000-03:00`: exact, since it has the offset. */
  format: (at: Date) => string
  /** The first moment of a day, `2026-10-17`; where clocks skip midnight, the moment to which they are set. */
  startOf: (day: string) => Date
}

/** The range from the start of the day `from` to the end of the day `to`, in the zone. */
export function rangeOfDays({ startOf }: LocalTime, from: string, to: string): TimeRange {
  return { from: startOf(from), until: startOf(dayAfter(to)) }
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS)
    .toISOString()
    .slice(0, 'yyyy-mm-dd'.length)
}

/** Times of one zone. Throws a RangeError for a name that `isTimeZone` does not know. */
export function localTimeOf(timeZone: string): LocalTime {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const known = new Map<number, number>()

  function offsetMinutes(atMs: number): number {
    const bucket = Math.floor(atMs / BUCKET_MS)
    const before = known.get(bucket)
    if (before !== undefined) return before
    const minutes = readOffset(parts, atMs)
    if (known.size >= KNOWN_MAX) known.clear()
    known.set(bucket, minutes)
    return minutes
  }

  const format = (at: Date) => {
    const minutes = offsetMinutes(at.getTime())
    const local = new Date(at.getTime() + minutes * MINUTE_MS).toISOString().slice(0, -1)
    const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
    return `${local}${minutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(rest)}`
  }

  return {
    format,
    startOf(day) {
      const midnight = Date.parse(`${day}T00:00:00Z`)
      let [before, after] = [midnight - OFFSET_MAX_MS, midnight + OFFSET_MAX_MS + DAY_MS]
      while (after - before > 1) {
        const middle = Math.floor((before + after) / 2)
        if (format(new Date(middle)).slice(0, day.length) >= day) after = middle
        else before = middle
      }
      return new Date(after)
    },
  }
}

function readOffset(parts: Intl.DateTimeFormat, atMs: number): number {
  const name = parts.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = OFFSET.exec(name) ?? []
  const offset = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return sign === '-' ? -offset : offset
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

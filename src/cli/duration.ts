const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 } as const
const DURATION = /^(\d{1,5})([smhd])$/

/** Reads `90s`, `30m`, `24h`, `7d` or `0` as seconds; undefined when it is none of them. */
export function parseDurationSeconds(text: string): number | undefined {
  if (text === '0') return 0
  const [, count, unit] = DURATION.exec(text) ?? []
  return unit === undefined ? undefined : Number(count) * SECONDS[unit as keyof typeof SECONDS]
}

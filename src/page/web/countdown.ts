const SECONDS_A_MINUTE = 60
const SECONDS_AN_HOUR = 3_600

/** Formats remaining milliseconds as "4:07" or "1:04:07": whole seconds, rounded up, at least "0:00". */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000))
  const hours = Math.floor(seconds / SECONDS_AN_HOUR)
  const minutes = Math.floor((seconds % SECONDS_AN_HOUR) / SECONDS_A_MINUTE)
  const rest = twoDigits(seconds % SECONDS_A_MINUTE)
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

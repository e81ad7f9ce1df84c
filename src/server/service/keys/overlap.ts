/** When an old key or secret ends after a rotation. */
export function overlapEnd(now: Date, overlapSeconds: number): Date {
  return new Date(now.getTime() + overlapSeconds * 1000)
}

import { useSyncExternalStore } from 'react'
import type { PageLocalInstant } from '#contract/page.ts'

const never = () => () => undefined

/**
 * An instant with the zone only if it differs from the browser's. The server does not know the browser's zone: it guesses
 * by the language, and hydration starts from its guess.
 */
export function useLocalText<Text extends string | null>(
  withZone: Text,
  local: PageLocalInstant | null,
): Text | string {
  const isLocal = useSyncExternalStore(
    never,
    () => local !== null && -new Date(local.at).getTimezoneOffset() === local.offsetMinutes,
    () => local?.isLikely ?? false,
  )
  return isLocal && local !== null ? local.text : withZone
}

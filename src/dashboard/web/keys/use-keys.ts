import { useEffect, useRef } from 'react'
import { areKeysOn } from './keys-setting.ts'

/** By key, or by two keys one after the other: `/`, `j`, `g p`. */
export type Keys = Readonly<Record<string, () => void>>

const SEQUENCE_MS = 1500
/** Where keys are typed, or mean something to what has the focus. */
const TYPING = 'input, select, textarea, dialog, [popover]'

/** Listens to single keys while the component is mounted. They do nothing where text is typed, nor with a modifier. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    let first = { key: '', atMs: 0 }
    const onKey = (event: KeyboardEvent) => {
      const { key, target, timeStamp, ctrlKey, metaKey, altKey, isComposing } = event
      const isTyping = target instanceof Element && target.closest(TYPING) !== null
      if (ctrlKey || metaKey || altKey || isComposing || isTyping || !areKeysOn()) return
      const isSecond = timeStamp - first.atMs < SEQUENCE_MS
      const work =
        (isSecond ? latest.current[`${first.key} ${key}`] : undefined) ?? latest.current[key]
      first = { key, atMs: timeStamp }
      if (work === undefined) return
      first = { key: '', atMs: 0 }
      event.preventDefault()
      work()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

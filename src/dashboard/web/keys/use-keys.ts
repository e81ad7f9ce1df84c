import { useEffect, useRef } from 'react'
import { areKeysOn } from './keys-setting.ts'

/** Functions by their shortcut: a key, or two keys pressed one after the other, as `/`, `j`, `g p`. */
export type Keys = Readonly<Record<string, () => void>>

const SEQUENCE_MS = 1500
/** Elements in which keys are typed, or have a meaning of their own. */
const TYPING = 'input, select, textarea, dialog, [popover]'

/** Listens to shortcuts while the component is mounted. They do nothing where text is typed, or with Control, Command or Alt. */
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

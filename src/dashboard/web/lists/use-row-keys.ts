import { type RefObject, useState } from 'react'
import { useKeys } from '../keys/use-keys.ts'

/** `j` and `k` move the focus by a row, `c` copies the row's id. Returns the id that was copied last. */
export function useRowKeys(table: RefObject<HTMLTableElement | null>): string | null {
  const [copied, setCopied] = useState<string | null>(null)

  function move(by: 1 | -1) {
    const links = [...(table.current?.querySelectorAll<HTMLAnchorElement>('a[data-row]') ?? [])]
    const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
    const next = at === -1 ? links[0] : links[at + by]
    next?.focus()
    next?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  }

  async function copy() {
    const row = document.activeElement?.closest('tr[data-id]')
    const id = row instanceof HTMLElement ? row.dataset['id'] : undefined
    if (id === undefined || table.current?.contains(row ?? null) !== true) return
    try {
      await navigator.clipboard.writeText(id)
      setCopied(id)
    } catch {
      // Without a secure context (https or localhost) there is no clipboard.
      setCopied(null)
    }
  }

  useKeys({ j: () => move(1), k: () => move(-1), c: () => void copy() })
  return copied
}

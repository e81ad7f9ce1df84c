import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Composition } from '#contract/preview.ts'
import { decodeComposition, encodeComposition } from '#domain/composition-code.ts'
import { PRESETS } from './presets.ts'
import { useChangeSearch } from './use-change-search.ts'

const CODE = 'c'
/** Debounce of typing. */
const TYPING_MS = 300

export interface Composed {
  composition: Composition
  /** The encoded composition, as in the address after the debounce. */
  code: string
}

interface Addressed {
  /** `null` until the address has been decoded. */
  composed: Composed | null
  /** The address could not be decoded, or the composition is too long for one. */
  trouble: 'unreadable' | 'too-long' | null
  /** `chosen` adds a history entry and skips the debounce. */
  change: (composition: Composition, chosen?: boolean) => void
}

/** The composition, kept in the address. */
export function useComposition(): Addressed {
  const [search] = useSearchParams()
  const changeSearch = useChangeSearch()
  const inAddress = search.get(CODE)
  const [composed, setComposed] = useState<Composed | null>(null)
  const [trouble, setTrouble] = useState<Addressed['trouble']>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef<Composition | null>(null)
  /** Codes written to the address that the router has not rendered yet; it may skip some of them. */
  const written = useRef<string[]>([])

  const write = useCallback(
    async (composition: Composition, chosen: boolean) => {
      latest.current = composition
      const code = await encodeComposition(composition)
      // Superseded by newer input.
      if (latest.current !== composition) return
      if (code === undefined) return setTrouble('too-long')
      written.current.push(code)
      setTrouble(null)
      setComposed({ composition, code })
      changeSearch(
        (search) => {
          search.set(CODE, code)
          return search
        },
        { replace: !chosen },
      )
    },
    [changeSearch],
  )

  useEffect(() => {
    const step = inAddress === null ? -1 : written.current.indexOf(inAddress)
    if (step >= 0) {
      // The rendered code stays in the list for as long as it is the address.
      written.current = written.current.slice(step)
      return
    }
    let isCurrent = true
    async function read() {
      const composition = inAddress === null ? undefined : await decodeComposition(inAddress)
      if (!isCurrent) return
      clearTimeout(timer.current)
      if (composition === undefined || inAddress === null) {
        await write(PRESETS[0].composition, false)
        if (isCurrent && inAddress !== null) setTrouble('unreadable')
        return
      }
      latest.current = composition
      written.current = [inAddress]
      setTrouble(null)
      setComposed({ composition, code: inAddress })
    }
    void read()
    return () => {
      isCurrent = false
    }
  }, [inAddress, write])

  const change = useCallback(
    (composition: Composition, chosen = false) => {
      latest.current = composition
      setComposed((before) => before && { ...before, composition })
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void write(composition, chosen), chosen ? 0 : TYPING_MS)
    },
    [write],
  )

  return { composed, trouble, change }
}

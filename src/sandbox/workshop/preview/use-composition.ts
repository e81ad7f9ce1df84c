import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Composition } from '../../../contract/preview.ts'
import { decodeComposition, encodeComposition } from '../../../domain/composition-code.ts'
import { PRESETS } from './presets.ts'
import { useChangeSearch } from './use-change-search.ts'

const CODE = 'c'
/** Who types is not followed letter by letter. */
const TYPING_MS = 300

export interface Composed {
  composition: Composition
  /** The composition as it stands in the address, a moment after it was changed. */
  code: string
}

interface Addressed {
  /** `null` until the address has been read. */
  composed: Composed | null
  /** What stood in the address could not be read, or what was typed does not fit into one. */
  trouble: 'unreadable' | 'too-long' | null
  /** One that is chosen is a step to come back from; what is typed is not. */
  change: (composition: Composition, chosen?: boolean) => void
}

/** The composition, and the address that holds it. */
export function useComposition(): Addressed {
  const [search] = useSearchParams()
  const changeSearch = useChangeSearch()
  const inAddress = search.get(CODE)
  const [composed, setComposed] = useState<Composed | null>(null)
  const [trouble, setTrouble] = useState<Addressed['trouble']>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef<Composition | null>(null)
  /** What was written to the address, which follows a moment later, and not in each step. */
  const written = useRef<string[]>([])

  const write = useCallback(
    async (composition: Composition, chosen: boolean) => {
      latest.current = composition
      const code = await encodeComposition(composition)
      // Somebody typed on: what they typed is written next.
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
      // The last one stands for as long as the address says so.
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

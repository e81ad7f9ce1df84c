import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Composition } from '../../contract/preview.ts'
import { decodeComposition, encodeComposition } from '../../domain/composition-code.ts'
import { PRESETS } from './presets.ts'

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
  const [search, setSearch] = useSearchParams()
  const inAddress = search.get(CODE)
  const [composed, setComposed] = useState<Composed | null>(null)
  const [trouble, setTrouble] = useState<Addressed['trouble']>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const known = useRef<string | null>(null)

  const write = useCallback(
    async (composition: Composition, chosen: boolean) => {
      const code = await encodeComposition(composition)
      if (code === undefined) return setTrouble('too-long')
      known.current = code
      setTrouble(null)
      setComposed({ composition, code })
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          next.set(CODE, code)
          return next
        },
        { replace: !chosen },
      )
    },
    [setSearch],
  )

  useEffect(() => {
    if (inAddress !== null && inAddress === known.current) return
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
      known.current = inAddress
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
      setComposed((before) => before && { ...before, composition })
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void write(composition, chosen), chosen ? 0 : TYPING_MS)
    },
    [write],
  )

  return { composed, trouble, change }
}

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PagePlace } from '#contract/page.ts'
import { stateOfCep } from '#domain/state-of-cep.ts'
import { useBrowser } from '../../browser.ts'
import type { FieldValues } from '../required-fields.ts'
import type { HelpProps } from './assist-props.ts'
import { changesBy } from './fill-place.ts'
import { lookUpPlace } from './look-up-place.ts'
import { readFields } from './read-fields.ts'

const CEP_DIGITS = 8

/** Fills in what a complete CEP tells about the address, where the shopper has written nothing. */
export function PlaceOfCep({
  values,
  fill,
  path,
}: HelpProps & {
  /** The path to which a CEP is appended to look up its address; undefined when the operator has no service for it. */
  path: string | undefined
}) {
  const { fetch } = useBrowser()
  const filled = useRef<FieldValues>({})
  const [announced, setAnnounced] = useState('')
  const digits = values.country === 'BR' ? (values['postal-code'] ?? '').replaceAll('-', '') : ''
  const cep = digits.length === CEP_DIGITS ? digits : null

  const apply = useEffectEvent((place: PagePlace) => {
    const changes = changesBy(place, values, filled.current)
    if (Object.keys(changes).length === 0) return
    filled.current = { ...filled.current, ...changes }
    fill(changes)
    setAnnounced(readFields(Object.keys(changes)))
  })

  useEffect(() => {
    if (cep === null) return
    apply({ state: stateOfCep(cep) })
    if (path === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    void lookUpPlace(path + cep, fetch, signal).then((place) => {
      if (!signal.aborted && place !== null) apply(place)
    })
    return () => controller.abort()
  }, [cep, path, fetch])

  return <output className="visually-hidden">{announced}</output>
}

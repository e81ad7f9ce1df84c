import { useSyncExternalStore } from 'react'

/** The receipt's URL, in print only. */
export function PrintedAddress() {
  const address = useSyncExternalStore(
    () => () => undefined,
    () => location.origin + location.pathname,
    () => '',
  )
  return <p className="printed">{address}</p>
}

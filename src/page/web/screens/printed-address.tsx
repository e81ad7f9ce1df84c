import { useSyncExternalStore } from 'react'

/** On paper only: where the receipt can be read again. */
export function PrintedAddress() {
  const address = useSyncExternalStore(
    () => () => undefined,
    () => location.origin + location.pathname,
    () => '',
  )
  return <p className="printed">{address}</p>
}

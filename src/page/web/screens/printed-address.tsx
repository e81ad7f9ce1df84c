import { useSyncExternalStore } from 'react'
import { QrCode } from './qr-code.tsx'

/** The receipt's URL and its QR code, in print only. */
export function PrintedAddress() {
  const address = useSyncExternalStore(
    () => () => undefined,
    () => location.origin + location.pathname,
    () => '',
  )
  return (
    <div className="printed">
      {address !== '' && <QrCode text={address} label={address} />}
      <p>{address}</p>
    </div>
  )
}

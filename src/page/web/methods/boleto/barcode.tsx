import { itfBars } from '#domain/methods/boleto/itf25.ts'

/** Quiet zones in narrow modules (FEBRABAN requires 5 mm; ten modules are more at any size). */
const QUIET_ZONE = 10
const HEIGHT = 54

/** The barcode as one SVG path, black on white in every colour scheme. */
export function Barcode({ digits, label }: { digits: string; label: string }) {
  const bars = itfBars(digits)
  const { path, width } = bars.reduce(
    ({ path, width }, bar) => ({
      path: bar.black ? `${path}M${width} 0h${bar.width}v${HEIGHT}h-${bar.width}z` : path,
      width: width + bar.width,
    }),
    { path: '', width: QUIET_ZONE },
  )
  const fullWidth = width + QUIET_ZONE
  return (
    <svg
      className="barcode"
      viewBox={`0 0 ${fullWidth} ${HEIGHT}`}
      preserveAspectRatio="none"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline SVG has no other way to say so
      role="img"
      aria-label={label}
    >
      <rect width={fullWidth} height={HEIGHT} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

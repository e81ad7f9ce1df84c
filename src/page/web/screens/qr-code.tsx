import { useMemo } from 'react'
import { encode } from 'uqr'

/** The quiet zone in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4
/** Fits between the margins of the narrowest common phones. */
const WIDTH_MAX_PX = 300

/** A QR code as one SVG path, black on white in every colour scheme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => draw(text), [text])
  const side = size + 2 * QUIET_ZONE
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${side} ${side}`}
      // Whole pixels for each module.
      width={side * Math.floor(WIDTH_MAX_PX / side)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline SVG has no other way to say so
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function draw(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const path = data.map((row, y) => drawRow(row, y + QUIET_ZONE)).join('')
  return { path, size }
}

/** Merges neighbouring black modules of a row into one rectangle. */
function drawRow(row: readonly boolean[], y: number): string {
  let path = ''
  for (let start = 0; start < row.length; start++) {
    if (!row[start]) continue
    let end = start
    while (row[end]) end++
    path += `M${start + QUIET_ZONE} ${y}h${end - start}v1H${start + QUIET_ZONE}z`
    start = end
  }
  return path
}

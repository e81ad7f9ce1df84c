import { imageTypeOf } from './image-type.ts'

/** In pixels. */
export interface ImageSize {
  width: number
  height: number
}

/** The size in an image's header; undefined when there is none, or when the width or height is 0. */
export function imageSizeOf(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size = readSize(view, imageTypeOf(bytes))
    return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined
  } catch (error) {
    // A truncated file.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function readSize(view: DataView, type: ReturnType<typeof imageTypeOf>): ImageSize | undefined {
  switch (type) {
    case 'image/png':
      return { width: view.getUint32(16), height: view.getUint32(20) }
    case 'image/gif':
      return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
    case 'image/webp':
      return sizeOfWebp(view)
    case 'image/jpeg':
      return sizeOfJpeg(view)
    case 'image/avif':
      return sizeOfAvif(view)
    case undefined:
      return undefined
  }
}

/** RFC 9649: lossy, lossless or extended. */
function sizeOfWebp(view: DataView): ImageSize | undefined {
  switch (view.getUint32(12)) {
    case 0x56503820: // 'VP8 '
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 0x5650384c: {
      // 'VP8L'
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 0x56503858: // 'VP8X'
      return {
        width: (view.getUint32(24, true) & 0xffffff) + 1,
        height: (view.getUint32(26, true) >>> 8) + 1,
      }
  }
  return undefined
}

/** ITU-T T.81: the first frame header, behind segments that state their length. */
function sizeOfJpeg(view: DataView): ImageSize | undefined {
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
  }
  return undefined
}

const HEADER_BYTES_MAX = 4096

/** ISO 23008-12: the first `ispe` property. */
function sizeOfAvif(view: DataView): ImageSize | undefined {
  const end = Math.min(view.byteLength - 16, HEADER_BYTES_MAX)
  for (let at = 0; at <= end; at++)
    if (view.getUint32(at) === 0x69737065)
      return { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
  return undefined
}

import type { RandomBytes } from '#domain/id.ts'

const BYTES = 16

/** A UUID of 122 random bits: version 4 of RFC 9562. */
export function newUuid(random: RandomBytes): string {
  const bytes = Buffer.from(random(BYTES))
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const POLYNOMIAL = 0xedb88320

/** CRC-32 of `bytes` (CRC-32/ISO-HDLC, as in zip, PNG and Ethernet) as an unsigned number. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0)
  }
  return ~crc >>> 0
}

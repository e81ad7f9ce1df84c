const POLYNOMIAL = 0x1021

/** CRC-16/CCITT-FALSE (initial value FFFF) of the UTF-8 bytes of `text`, as four capital hexadecimal digits. */
export function crc16Ccitt(text: string): string {
  let crc = 0xffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc & 0x8000 ? POLYNOMIAL : 0)
    crc &= 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** Name and check digit of the banks that issue most boletos, by COMPE code. */
const BANKS: Readonly<Record<string, readonly [name: string, checkDigit: string]>> = {
  '001': ['Banco do Brasil', '9'],
  '033': ['Santander', '7'],
  '077': ['Banco Inter', '9'],
  '104': ['Caixa', '0'],
  '237': ['Bradesco', '2'],
  '341': ['Itaú', '7'],
  '422': ['Safra', '7'],
  '748': ['Sicredi', 'X'],
  '756': ['Sicoob', '0'],
}

/** The bank of a boleto, as written in the boleto's head; an unlisted bank has neither its own name nor a check digit. */
export function bankOf(barcode: string): { name: string; code: string } {
  const code = barcode.slice(0, 3)
  const known = BANKS[code]
  return known ? { name: known[0], code: `${code}-${known[1]}` } : { name: `Banco ${code}`, code }
}

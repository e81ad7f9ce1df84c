import { types } from 'pg'

type Parser = (text: string) => unknown

const INT8_OID = 20

/** pg returns `bigint` as a string. Amounts and counts fit a safe integer; anything else is a defect. */
function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no safe integer`)
  return value
}

export const valueTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): Parser =>
    oid === INT8_OID ? parseInt8 : (types.getTypeParser(oid, format) as Parser),
}

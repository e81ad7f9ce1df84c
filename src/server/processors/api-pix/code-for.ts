import { brCode } from '../../../domain/methods/pix/br-code.ts'

/** As a code names the receiver. */
export interface Receiver {
  name: string
  city: string
}

/** The code of a charge at this location; undefined when the location or the receiver cannot be written in one. */
export function codeFor({ name, city }: Receiver, location: string): string | undefined {
  const url = location.replace(/^https?:\/\//, '')
  try {
    return brCode({ url, merchantName: name, merchantCity: city })
  } catch {
    return undefined
  }
}

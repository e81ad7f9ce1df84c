import { brCode } from '#domain/methods/pix/br-code.ts'

/** The receiver, as Pix codes name it. */
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

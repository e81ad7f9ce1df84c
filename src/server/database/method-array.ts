import { methodsThat } from '../../domain/methods/methods.ts'

/** The methods of which that is true, as an array in the text of a statement: `{card,pix}`. */
export function methodArray(fits: Parameters<typeof methodsThat>[0]): string {
  return `{${methodsThat(fits).join(',')}}`
}

import { methodsThat } from '#domain/methods/methods.ts'

/** The matching methods as an SQL array literal: `{card,pix}`. */
export function methodArray(fits: Parameters<typeof methodsThat>[0]): string {
  return `{${methodsThat(fits).join(',')}}`
}

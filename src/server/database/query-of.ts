import type { Statement } from './database.ts'

/** The statement as the driver takes it: without a name, it is not prepared. */
export function queryOf({ name, text, isPlannedPerCall }: Statement, values: readonly unknown[]) {
  const query = { text, values: [...values] }
  return isPlannedPerCall === true ? query : { ...query, name }
}

import { markdownTable, measuredBy, writeBlock, type BlockName } from '../../figures/blocks.ts'

interface Measured {
  /** Printed with `--json`. */
  result: unknown
  /** Printed without it. */
  text: string
  /** Whether `--check` passes. */
  met: boolean
  /** Written into the guide by `--write`. */
  figures: {
    block: BlockName
    heads: readonly string[]
    rows: readonly string[][]
    /** The command that measures them again. */
    command: string
  }
}

interface PublishOptions {
  json: boolean
  check?: boolean
  write?: boolean
}

/** Prints what a bench measured, writes its figures, and fails its check, as the options ask. */
export async function publish(
  { check = false, write = false, json }: PublishOptions,
  { result, text, met, figures: { block, heads, rows, command } }: Measured,
): Promise<void> {
  print(json, result, text)
  if (write)
    await writeBlock(block, `${markdownTable(heads, rows)}\n\n${measuredBy(command, new Date())}`)
  if (check && !met) process.exitCode = 1
}

export function print(json: boolean, result: unknown, text: string): void {
  process.stdout.write(json ? `${JSON.stringify(result, null, 2)}\n` : text)
}
